"""Each game's referee."""

from tests.laws.referees.chinese import CHINESE
from tests.laws.referees.double import DOUBLE
from tests.laws.referees.hearts import ENCYCLOPEDIA, TWO_PACKS, WEB_PAGE

REFEREES = {
    "cancellation-hearts": TWO_PACKS,
    "chinese-hearts": CHINESE,
    "double-hearts": DOUBLE,
    "hearts": ENCYCLOPEDIA,
    "rules-of-hearts": WEB_PAGE,
}
