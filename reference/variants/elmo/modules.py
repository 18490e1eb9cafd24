# %% [markdown]
# A module with parameters for the mix; preallocated layers; gathered log-probabilities.

# %% plm="setup"
import torch

# %% plm="scalar_mix"


class ScalarMix(torch.nn.Module):
    def __init__(self, weights, gamma):
        super().__init__()
        self.weights = torch.nn.ParameterList([torch.nn.Parameter(w.clone()) for w in weights])
        self.gamma = torch.nn.Parameter(torch.as_tensor(float(gamma)))

    def forward(self, layers):
        shares = torch.nn.functional.softmax(torch.stack(list(self.weights)), dim=0)
        return self.gamma * sum(s * layer for s, layer in zip(shares, layers))


def scalar_mix(layers, weights, gamma):
    return ScalarMix(weights, gamma)(layers)


# %% plm="join_directions"


def join_directions(token, forward, backward):
    count, length, d = forward.shape
    out = token.new_empty(count + 1, length, 2 * d)
    out[0, :, :d] = out[0, :, d:] = token
    out[1:, :, :d], out[1:, :, d:] = forward, backward
    return out


# %% plm="bilm_loss"


def bilm_loss(forward_logits, backward_logits, ids):
    ahead = forward_logits.log_softmax(-1)[:-1].gather(1, ids[1:, None])
    back = backward_logits.log_softmax(-1)[1:].gather(1, ids[:-1, None])
    return -torch.cat([ahead, back]).mean()  # as many of one as of the other
