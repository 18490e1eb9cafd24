# %% [markdown]
# # 实验：GPT 的因果注意力
#
# GPT 从左到右写文本：位置 $t$ 只能根据 $x_1,\dots,x_t$ 预测 $x_{t+1}$。Transformer 一次算出所有位置，靠**因果掩码**保证没有位置能偷看后面。
# 这个实验写三样东西：掩码、带掩码的注意力、训练用的损失。每个函数的说明就是全部要求。随时检查：`plm check gpt`。
#
# # Lab: GPT's causal attention
#
# GPT writes from left to right: position $t$ predicts $x_{t+1}$ from $x_1,\dots,x_t$ alone. A Transformer computes all positions at
# once; the **causal mask** sees to it that none can look ahead. Three things are written here: the mask, attention with it, and the
# loss of training. The text under each function is all that is asked. Check yourself at any time: `plm check gpt`.

# %% plm="setup"
import torch

# %% [markdown]
# ## 1. 因果掩码 · The causal mask（1 分 / point）

# %% plm="causal_mask"


def causal_mask(n: int) -> torch.Tensor:
    """位置 i 能看位置 j，当且仅当 j <= i。 Position i sees position j exactly if j <= i.

    参数 Args:
        n: 位置数。 Number of positions.

    返回 Returns:
        `(n, n)` 的布尔张量，允许注意的地方为 True；行是看的位置，列是被看的位置。
        Bool tensor `(n, n)`, True where attention is allowed; rows look, columns are looked at.

    例 Example:
        >>> causal_mask(2)
        tensor([[ True, False],
                [ True,  True]])
    """
    raise NotImplementedError


# %% [markdown]
# ## 2. 带掩码的注意力 · Attention with the mask（2.5 分 / points）
#
# $$\mathrm{out}_i = \sum_{j \le i} a_{ij} v_j, \qquad a_{i\cdot} = \mathrm{softmax}_{j \le i}\left(\frac{q_i \cdot k_j}{\sqrt d}\right)$$

# %% plm="causal_attention"


def causal_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """从不向后看的缩放点积注意力。 Scaled dot-product attention that never looks ahead.

    参数 Args:
        q, k, v: `(..., n, d)`；前面可以有任意多维（批、头）。 `(..., n, d)`, with any dimensions in front (batch, heads).

    返回 Returns:
        `(..., n, d)`，分数乘以 `1/sqrt(d)`。位置 i 的结果**丝毫不**受 i 之后的位置影响，不论那里的数有多大。
        `(..., n, d)`, with scores scaled by `1/sqrt(d)`. Position i is unaffected by positions after it, **exactly**, however large the
        numbers there are.

    例 Example:
        >>> causal_attention(torch.zeros(2, 1), torch.zeros(2, 1), torch.tensor([[1.0], [3.0]]))
        tensor([[1.],
                [2.]])
    """
    raise NotImplementedError


# %% [markdown]
# ## 3. 损失 · The loss（1.5 分 / points）

# %% plm="next_token_loss"


def next_token_loss(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """下一个词元的平均交叉熵。 Mean cross-entropy of the next token.

    参数 Args:
        logits: `(batch, seq, vocab)`；位置 t 的 logits 预测位置 t + 1 的词元。 Position t's are about token t + 1.
        ids: `(batch, seq)` 的 long 张量。 Long tensor `(batch, seq)`.

    返回 Returns:
        标量张量（nat）：`logits[:, :-1]` 对 `ids[:, 1:]` 的平均交叉熵；logits 很大时也是有限的数。
        Scalar tensor, nats: the mean cross-entropy of `logits[:, :-1]` against `ids[:, 1:]`. Finite for large logits, too.

    例 Example:
        >>> next_token_loss(torch.zeros(1, 4, 10), torch.tensor([[1, 2, 3, 4]]))
        tensor(2.3026)
    """
    raise NotImplementedError


# %% [markdown]
# ## 试一试（不计分）· Try it (no points)
#
# 写完以后把 `DRAW` 改成 `True`。左图是你的掩码；右图是随练习附带的中文小 GPT-2 某一层某一头的注意力权重：上三角应当全是 0。
# 然后改最后一个字，看前面各位置的 logits 变了多少；再把句子的字打乱，看损失变了多少。换一层、换一个头、换一句话：哪些头总看前一个字？
#
# When the functions are done, set `DRAW` to `True`. On the left your mask; on the right the attention weights of one head of the small
# Chinese GPT-2 that comes with the exercises: the upper triangle should be all 0. Then the last character is changed: by how much do
# the logits before it change? And the characters are shuffled: by how much does the loss rise? Try other layers, heads and sentences:
# which heads always look at the character before?

# %%
DRAW = False
TEXT = "人工智能的未来是什么"
LAYER, HEAD = 0, 0


def chinese_font() -> str | None:
    """The name of an installed font that has hanzi, or None."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    wanted = (
        "Noto Sans CJK SC, Noto Sans CJK JP, Noto Sans SC, Source Han Sans SC, Source Han Sans CN, PingFang SC, Hiragino Sans GB, "
        "Heiti SC, Heiti TC, Songti SC, Arial Unicode MS, Microsoft YaHei, SimHei, SimSun, WenQuanYi Zen Hei, WenQuanYi Micro Hei"
    )
    return next((name for name in wanted.split(", ") if name in installed), None)


def shipped_gpt2():
    """The small Chinese GPT-2 that comes with the exercises, and its tokenizer."""
    from importlib.resources import files

    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder = str(files("autograder").joinpath("models", "tiny", "gpt2-zh"))
    model = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager").eval()
    return model, AutoTokenizer.from_pretrained(folder)


def draw_grid(axis, grid, names: list[str], title: str) -> None:
    """A grid of who looks (rows) at whom (columns)."""
    axis.imshow(grid, cmap="Blues", vmin=0, vmax=1)
    axis.set_xticks(range(len(names)), names)
    axis.set_yticks(range(len(names)), names)
    axis.set_title(title)


# %%
if DRAW:
    import matplotlib.pyplot as plt

    font = chinese_font()
    if font:
        plt.rcParams["font.sans-serif"] = [font, "DejaVu Sans"]
    model, tokenizer = shipped_gpt2()
    ids = tokenizer(TEXT, add_special_tokens=False, return_tensors="pt")["input_ids"]
    with torch.no_grad():
        out = model(ids, output_attentions=True)
    names = list(TEXT) if font and len(TEXT) == ids.shape[1] else [str(i) for i in range(ids.shape[1])]
    figure, axes = plt.subplots(1, 2, figsize=(11, 5), layout="constrained")
    draw_grid(axes[0], torch.as_tensor(causal_mask(len(names))).float(), names, "因果掩码" if font else "causal mask")
    title = f"第 {LAYER} 层第 {HEAD} 头的权重" if font else f"weights of layer {LAYER}, head {HEAD}"
    draw_grid(axes[1], out.attentions[LAYER][0, HEAD], names, title)
    plt.show()

    changed = ids.clone()
    changed[0, -1] = ids[0, 0]
    with torch.no_grad():
        difference = (model(changed).logits - out.logits).abs().amax(dim=-1)[0]
        shuffled = ids[:, torch.randperm(ids.shape[1], generator=torch.Generator().manual_seed(0))]
        losses = [float(next_token_loss(model(x).logits, x)) for x in (ids, shuffled)]
    print("各位置 logit 的最大变化 largest change of a logit, by position:", [round(float(x), 3) for x in difference])
    print(f"损失 loss {losses[0]:.2f} nats, 打乱之后 of the shuffled text {losses[1]:.2f}")
