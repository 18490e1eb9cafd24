"""A written answer as the rubric reads it: one spelling of everything, cut into sentences and clauses."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from autograder.length import MOST_CHARACTERS, TAG, answer_length
from autograder.written.cuts import clauses, sentences
from autograder.written.tables import told

_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_MARKUP = re.compile(r"[*_`#$\\{}]|&nbsp;|mathbf|mathrm|mathcal")
_TRADITIONAL = str.maketrans(
    "幫連續詞還預測時隻兩側個沒對標記頭為層損總於儲資訊區邊問題點終結構義後開學間這樣現實驗據機從單讀論與當變數參讓報際應該導認說語網絡練傳統輸"
    "顯較輕過擬遺洩準確領術證員圖圍繞觀壓縮條達響異質發將來並無關係嗎麼給線難湊穩複亂優勝負狀態類輪環範選擇獨則擴離歸檢僅許規誤們請謝師試詳處"
    "內幾雖卻簡純寫憶攜帶濃編碼鄰緊貼鍵進滿隨綜組節號彙匯動轉換徵徹復廣庫強彈擊擔擾攤敗斷極決淺溫漸漢熱爾獎獲產畫疊種稱積筆絕級細維緒緩績繼聯"
    "腦臺萬蓋裡補裝視訓設評話誰調談諸識譯議責費賴趨軟載辦運適遠邏輯釋錄錯長門閱陣階險隱雜雙電靜頂項順須頻顧驟體齊龐書價億傾備傷儘剛創劃勢協厲"
    "嘗壞奪妳屬島幹廢張彌徑悶慣慮懸戲擁擠搖撐曉朧樸欄歐歷殘毀氣湧潛澀濾牽猶畢盡監眾睜矯禮稅窮籤紀約紅紛紙絲縱纏罰膚舉舊艙華蘊蟲衝覺觸訪誇誌謬"
    "謹譽豐貢貫貧貴賦贏趕跡踐躍軌轟迴遊違遞遷邁郵釣鈔鏈鑑閃閒闊雞靈韻頓頗顛飄駁騙驅鬆鮮麥",
    "帮连续词还预测时只两侧个没对标记头为层损总于储资讯区边问题点终结构义后开学间这样现实验据机从单读论与当变数参让报际应该导认说语网络练传统输"
    "显较轻过拟遗泄准确领术证员图围绕观压缩条达响异质发将来并无关系吗么给线难凑稳复乱优胜负状态类轮环范选择独则扩离归检仅许规误们请谢师试详处"
    "内几虽却简纯写忆携带浓编码邻紧贴键进满随综组节号汇汇动转换征彻复广库强弹击担扰摊败断极决浅温渐汉热尔奖获产画叠种称积笔绝级细维绪缓绩继联"
    "脑台万盖里补装视训设评话谁调谈诸识译议责费赖趋软载办运适远逻辑释录错长门阅阵阶险隐杂双电静顶项顺须频顾骤体齐庞书价亿倾备伤尽刚创划势协厉"
    "尝坏夺你属岛干废张弥径闷惯虑悬戏拥挤摇撑晓胧朴栏欧历残毁气涌潜涩滤牵犹毕尽监众睁矫礼税穷签纪约红纷纸丝纵缠罚肤举旧舱华蕴虫冲觉触访夸志谬"
    "谨誉丰贡贯贫贵赋赢赶迹践跃轨轰回游违递迁迈邮钓钞链鉴闪闲阔鸡灵韵顿颇颠飘驳骗驱松鲜麦",
)
"""The characters of the traditional script that such answers hold; others stay."""


@dataclass(frozen=True)
class Answer:
    """An answer, normalised: its whole text, its sentences, each sentence's clauses, and the sentences in the student's own letters."""

    text: str
    sentences: tuple[str, ...]
    clauses: tuple[tuple[str, ...], ...]
    own: tuple[str, ...]
    length: int


def read_answer(text: str) -> Answer:
    """Normalise an answer: NFKC, lower case, simplified characters, no markup and no invisible characters.

    Args:
        text: as handed in.

    Example:
        >>> read_answer("兩層 ＧＥＬＵ。").sentences
        ('两层 gelu。',)
    """
    raw = text[:MOST_CHARACTERS]
    own = tuple(part for part in sentences(_without_markup(raw)) if _folded(part))
    folded = tuple(_folded(part) for part in told(own))
    return Answer(_folded(raw), folded, tuple(clauses(sentence) for sentence in folded), own, answer_length(text))


def _folded(text: str) -> str:
    return _without_markup(unicodedata.normalize("NFKC", text)).translate(_TRADITIONAL).lower().strip()


def _without_markup(text: str) -> str:
    return _MARKUP.sub("", _INVISIBLE.sub("", TAG.sub("", text)))
