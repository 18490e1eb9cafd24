# %% [markdown]
# # 温度与采样
#
# 语言模型给出的不是下一个词，而是下一个词元的**概率分布**。写成文本还要一步：从分布里抽取。
# **温度** $T$ 在 softmax 之前作 logits 的除数，从而改变分布的形状：$T<1$ 变尖，$T>1$ 变平，词元的先后名次不变。
# 本练习先把这一步写对，再量一量：分布有多平（熵），写出来的文本有多杂（distinct-n）。
#
# - 每个函数下面的说明就是全部要求。函数名、参数名、参数顺序和默认值不要改；可以增加自己的辅助函数。
# - 随时检查：`plm check sampling`。提交后还会运行另一组检查，它们只检查说明里写明的内容。
#
# # Temperature and sampling
#
# A language model does not give the next word: it gives a **probability distribution** over the next token. To get text, one has to
# draw from it. The **temperature** $T$ divides the logits before the softmax and so changes the distribution's shape: peaked for
# $T<1$, flat for $T>1$, the tokens' ranks as they were. Here you get this step right and then measure it: how flat the
# distribution is (entropy), and how varied the texts are (distinct-n).
#
# - The text under each function is all that is asked. Keep the functions' names, and the names, order and defaults of their
#   parameters; helper functions of your own are welcome.
# - Check yourself at any time: `plm check sampling`. More checks run after you hand in; they test only what is written here.

# %% plm="setup"
import math

import torch

# %% [markdown]
# ## 1. 带温度的 softmax · Softmax with a temperature（4 分 / points）
#
# $$p_i = \frac{\exp(z_i / T)}{\sum_j \exp(z_j / T)}$$
#
# $T \to 0$ 时全部概率集中到最大的 logit 上，所以把 $T = 0$ 定义为贪心。
#
# As $T \to 0$ all probability gathers at the largest logit, so $T = 0$ is defined to be greedy.

# %% plm="temperature_probs"


def temperature_probs(logits: torch.Tensor, temperature: float) -> torch.Tensor:
    """把 logits 变成某个温度下的概率。 Turn logits into probabilities at a temperature.

    参数 Args:
        logits: 形状 `(..., vocab)`，浮点或整数；`-inf` 表示不允许出现的词元。不被改动。
            Tensor `(..., vocab)` of floats or integers; `-inf` marks a token that must not occur. It is left as it is.
        temperature: 温度，`T >= 0`。 The temperature, `T >= 0`.

    返回 Returns:
        与 `logits` 同形状的浮点张量：最后一维上的 `softmax(logits / T)`。`T == 0` 时全部概率在第一个最大值上。
        logits 为 ±1e4、`T = 0.1`，或 `T = 1e-6` 时结果仍是有限的数；`-inf` 的概率为 0。
        Float tensor of the same shape: `softmax(logits / T)` over the last dimension. For `T == 0` all mass is on the first
        argmax. Finite for logits of ±1e4 at `T = 0.1`, and for `T = 1e-6`; `-inf` gets probability 0.

    异常 Raises:
        ValueError: 温度为负、NaN 或无穷。 For a temperature that is negative, NaN or infinite.

    例 Example:
        >>> temperature_probs(torch.tensor([0.0, 1.0]), 0.5)
        tensor([0.1192, 0.8808])
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 抽一个词元 · Draw a token（3 分 / points）
#
# 可重复的随机：把随机的来源（`torch.Generator`）当作参数传进来，而不是改动全局的随机状态。
#
# Chance that can be repeated: its source (a `torch.Generator`) comes in as an argument; the global random state is left alone.

# %% plm="sample_token"


def sample_token(logits: torch.Tensor, temperature: float, generator: torch.Generator | None = None) -> torch.Tensor:
    """每一行 logits 抽一个词元。 Draw one token for each row of logits.

    参数 Args:
        logits: 形状 `(..., vocab)`。 Tensor `(..., vocab)`.
        temperature: 同 `temperature_probs`。 As in `temperature_probs`.
        generator: 随机的来源；`None` 表示 torch 的全局生成器。 The source of chance; `None` is torch's global generator.

    返回 Returns:
        形状 `(...)` 的 long 张量，按 `temperature_probs` 的概率抽取。生成器状态相同，结果就相同；传入了生成器时，不改动全局随机状态。
        Long tensor `(...)`, drawn with the probabilities of `temperature_probs`. Equal generator states give equal draws; where a
        generator is given the global random state is untouched.

    例 Example:
        >>> sample_token(torch.tensor([[0.0, 9.0], [9.0, 0.0]]), 0.0)
        tensor([1, 0])
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 熵 · Entropy（2 分 / points）
#
# $$H(p) = -\sum_i p_i \ln p_i$$
#
# 单位是 nat。确定的分布熵为 0，$n$ 个等可能的词元熵为 $\ln n$。
#
# In nats. A certain distribution has entropy 0, $n$ equally likely tokens have $\ln n$.

# %% plm="entropy"


def entropy(probs: torch.Tensor) -> torch.Tensor:
    """分布的熵（nat）。 The entropy of distributions, in nats.

    参数 Args:
        probs: 形状 `(..., vocab)` 的概率。 Probabilities `(..., vocab)`.

    返回 Returns:
        形状 `(...)` 的张量，对最后一维求熵；`0·log 0 = 0`。 Tensor `(...)`, over the last dimension; `0·log 0 = 0`.

    例 Example:
        >>> entropy(torch.tensor([0.5, 0.5, 0.0]))
        tensor(0.6931)
    """
    raise NotImplementedError


# %% [markdown]
# ## 4. 生成 · Generate（5 分 / points）
#
# 抽一个词元，接到后面，再问下一个。
#
# Draw a token, append it, ask again.

# %% plm="generate"


def generate(model, tokenizer, prompt: str, temperature: float, max_new_tokens: int = 20, seed: int = 0) -> str:
    """让自回归语言模型接着提示写下去。 Let a causal language model go on with a prompt.

    参数 Args:
        model: Hugging Face 的自回归语言模型，可能处于训练模式。 A Hugging Face causal language model; it may arrive in train mode.
        tokenizer: 它的快速分词器。有的分词器会在提示之后加特殊词元（`[SEP]`）：不要送入模型。加在提示之前的（`[CLS]`）留不留都可以。
            Its fast tokenizer. Some put a special token (`[SEP]`) after the prompt: it is not fed to the model. One that they put
            before it (`[CLS]`) may stay or go.
        prompt: 提示。 The prompt.
        temperature: 温度；0 表示贪心解码。 The temperature; 0 is greedy decoding.
        max_new_tokens: 最多生成多少个词元；遇到 `tokenizer.eos_token_id` 就提前停止。为 0 时返回空字符串。
            The most tokens to generate; it stops early at `tokenizer.eos_token_id`. 0 gives an empty string.
        seed: 这段文本的随机种子。种子相同，文本相同。 This text's random seed. Same seed, same text.

    返回 Returns:
        只含新生成部分的文本，去掉特殊词元。 The newly generated text only, special tokens dropped.

    注意 Note:
        上下文超过模型的位置数（`model.config.max_position_embeddings`）时，从左边截去。结果是确定的（没有 dropout）；函数返回后模型的
        参数和模式（train/eval）与传入时相同；不改动全局随机状态。
        A context longer than the model's positions (`model.config.max_position_embeddings`) is cropped from the left. The result
        is deterministic (no dropout); the model is left with the weights and in the mode (train/eval) it came in, and the global
        random state as it was.

    异常 Raises:
        ValueError: 提示为空（没有可以作条件的词元），或 `max_new_tokens` 为负。
            For an empty prompt (no token to condition on), and for a negative `max_new_tokens`.

    例 Example:
        >>> generate(model, tokenizer, "人工智能的未来是", temperature=0.8, max_new_tokens=10, seed=1)
        '……'
    """
    raise NotImplementedError


# %% [markdown]
# ## 5. 文本有多杂 · How varied is a text?（2 分 / points）
#
# distinct-n：不同的 n 元组占全部 n 元组的比例（Li et al., 2016）。
#
# distinct-n: the share of different n-grams among all n-grams (Li et al., 2016).

# %% plm="distinct_n"


def distinct_n(sequences, n: int) -> float:
    """不同的 n 元组占全部 n 元组的比例。 The share of different n-grams among all n-grams.

    参数 Args:
        sequences: 若干序列：字符串（其元素是字符），或词元的列表。 Several sequences: strings (of characters), or lists of tokens.
        n: n 元组的长度。 Items per n-gram.

    返回 Returns:
        [0, 1] 内的 `float`，所有序列的 n 元组合在一起数（n 元组不跨越两个序列）；没有 n 元组时为 0.0。
        A `float` in [0, 1], counted over all sequences together (no n-gram reaches from one into the next); 0.0 where there is none.

    异常 Raises:
        ValueError: `n < 1`。 For `n < 1`.

    例 Example:
        >>> distinct_n(["abab", "ab"], 2)  # ab, ba, ab, ab
        0.5
    """
    raise NotImplementedError


# %% [markdown]
# ## 6. 几个温度一起比 · Several temperatures side by side（2 分 / points）

# %% plm="temperature_sweep"


def temperature_sweep(
    model,
    tokenizer,
    prompt: str,
    temperatures=(0.1, 0.8, 1.5),
    samples: int = 5,
    max_new_tokens: int = 20,
    seed: int = 0,
) -> dict[float, dict]:
    """在几个温度下各生成若干文本，并测量它们。 Generate texts at several temperatures, and measure them.

    参数 Args:
        model, tokenizer, prompt, max_new_tokens: 同 `generate`，同样的注意事项。 As in `generate`, with the same note.
        temperatures: 要比较的温度。 The temperatures to compare.
        samples: 每个温度生成几段文本。 Texts per temperature.
        seed: 第 `i` 段文本用种子 `seed + i`，即 `texts[i] == generate(..., seed=seed + i)`。
            Text `i` uses `seed + i`, so `texts[i] == generate(..., seed=seed + i)`.

    返回 Returns:
        字典，键是温度，值是含四项的字典 Dictionary from temperature to a dictionary of four:

        - `texts`：文本的列表。 The list of texts.
        - `distinct_1`, `distinct_2`：这些文本按字符计的 distinct-1 和 distinct-2。 Over the characters of the texts.
        - `mean_entropy`：该温度下下一词元分布（除以温度之后）的熵，单位 nat，对所有文本的所有生成位置求平均。
          抽到结束符的那个位置算不算都可以，各段文本一致即可；一个位置也没有时为 0.0。
          The entropy, in nats, of the temperature-scaled next-token distribution, averaged over every generated position of every
          sample. The position at which the end token is drawn may count or not, in all texts alike; 0.0 where there is no position.

    例 Example:
        >>> temperature_sweep(model, tokenizer, "人工智能的未来是").keys()
        dict_keys([0.1, 0.8, 1.5])
    """
    raise NotImplementedError


# %% [markdown]
# ## 7. 分析 · Analysis（2 分 / points）
#
# 用中文或英文写，一段即可。请回答：
#
# - (a) 温度为 0.1 时输出是什么样；
# - (b) 温度为 0.8 时输出是什么样；
# - (c) 温度为 1.5 时输出是什么样；
# - (d) 为什么：温度怎样改变了分布的形状。
#
# 要得满分，须写出**你自己看到的数值**（熵、distinct-n 等，至少两个温度）。最后的单元格可以帮你画图。
#
# In Chinese or English; a paragraph will do. Say
#
# - (a) what the output is like at 0.1,
# - (b) at 0.8,
# - (c) at 1.5;
# - (d) why: how the temperature changes the shape of the distribution.
#
# Full points need **numbers that you saw** (entropy, distinct-n, ...; for two temperatures or more). The last cells help you with
# a figure.

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图（不计分）· Figures (no points)
#
# 写完上面的函数后，把 `DRAW` 改成 `True`。`MODEL` 为 `None` 时用随练习附带的中文小模型；也可以写 `plm models list` 里的模型
# （`smollm2-135m`、`gpt2`，先用 `plm models fetch` 取来）、其他模型名（如 `uer/gpt2-chinese-cluecorpussmall`）或本机的模型文件夹。
# 英文模型几乎不会写中文：用它们时请换成英文提示。
#
# When the functions above are done, set `DRAW` to `True`. `MODEL = None` is the small Chinese model that comes with the exercises; it can
# also be one of `plm models list` (`smollm2-135m`, `gpt2`; run `plm models fetch` first), another model's name, or a folder on this
# machine. English models hardly write Chinese: with them, take an English prompt.

# %%
DRAW = False
MODEL = None
PROMPT = "人工智能的未来是"
TEMPERATURES = (0.1, 0.8, 1.5)


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def next_logits(model, tokenizer, prompt: str) -> torch.Tensor:
    """The logits of the token after the prompt."""
    ids = tokenizer(prompt, add_special_tokens=False, return_tensors="pt")["input_ids"]
    with torch.no_grad():
        return model(input_ids=ids).logits[0, -1]


def shown(tokenizer, token: int, rank: int, lang: str) -> str:
    """How a token is named in a figure: by its rank where no font has its characters; `$` would start a formula."""
    text = tokenizer.decode([token]).strip().replace("$", r"\$")
    drawable = text.isprintable() and (lang == "zh" or text.isascii())
    return text if text and drawable else f"#{rank}"


# %%
def draw_distributions(model, tokenizer, prompt: str, axes, lang: str, most: int = 15) -> None:
    """The most probable next tokens, one panel a temperature: the same tokens in the same order everywhere."""
    logits = next_logits(model, tokenizer, prompt)
    tokens = logits.topk(most).indices
    names = [shown(tokenizer, int(token), rank + 1, lang) for rank, token in enumerate(tokens)]
    for axis, temperature in zip(axes, TEMPERATURES, strict=True):
        probs = torch.as_tensor(temperature_probs(logits, temperature))
        axis.bar(range(most), probs[tokens].tolist())
        axis.set_xticks(range(most), names)
        tail, nats = 1 - float(probs[tokens].sum()), float(entropy(probs))
        if lang == "zh":
            axis.set_title(f"T = {temperature}：熵 {nats:.2f} nat，其余词元共 {max(tail, 0):.0%}")
        else:
            axis.set_title(f"T = {temperature}: entropy {nats:.2f} nats, all other tokens {max(tail, 0):.0%}")
    axes[0].set_ylabel("概率" if lang == "zh" else "probability")


# %%
if DRAW:
    import matplotlib.pyplot as plt
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from autograder.models import model_folder

    font = chinese_font()
    lang = "zh" if font else "en"
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
        plt.rcParams["axes.unicode_minus"] = False
    folder = model_folder(MODEL or "causal-zh")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    figure, axes = plt.subplots(1, len(TEMPERATURES), figsize=(15, 4), sharey=True, layout="constrained")
    draw_distributions(model, tokenizer, PROMPT, axes, lang)
    plt.show()
    for temperature, result in temperature_sweep(model, tokenizer, PROMPT, TEMPERATURES).items():
        print(f"T = {temperature}  " + "  ".join(f"{key} {result[key]:.3f}" for key in list(result)[1:]))
        print("\n".join(f"    {text}" for text in result["texts"]))
