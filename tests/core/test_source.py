"""The source of a program holds numbers, names of its own, and nothing of an author's."""

import re
import tokenize
from io import StringIO
from keyword import iskeyword
from pathlib import Path

import pytest
import yaml
from tests.batch.random_rulesets.rulesets import made
from tests.core.comparison import core_of
from tests.games import GAMES
from tests.laws.deals import chance

import trickbook
from trickbook.batch.machine import SHARED
from trickbook.batch.matches import program_of
from trickbook.batch.playouts import program_of as program_of_trials
from trickbook.batch.vector_tables import program_of as program_of_tables
from trickbook.bots import costs
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.rl import spaces
from trickbook.rl.vector import numbering

OWN = re.compile(
    r"[vpxcqniojabm_]|x_?|range|bit_count|cards|left|found|best|best_cards|some|own|there|limit|unplaced|printed|apart|aside|group|below"
    r"|middle|other|level\d*|fewest|meld|parts?|holder|place|winning_place|rounds|copies|twins|tops"
    r"|(term|narrow|weigh|sift|value|when|melds|worth|compared|TABLE|PILE|EVER)\d+"
    r"|asked\d+|legal\d+_(lead|follow)_(first|later)|order\d+_(rank|highest|lowest|suit|apart)"
    r"|(begin|table|all_hold|lead|turn|ready|rest|play|lay|went|round|finish|gather|close)\d+"
    r"|(ask|has_no_choice|announce|following|wait|open|answer|done|settle|choices|outlook|move|wins|group|adjust|factor_cards|about)\d+"
    r"|(wanted|shares|dealt|drawn)\d+|(rule|fact|adjusted)\d+_\d+|(happen|upon)\d+|start|first|begin_trick|resting|advance|resume|put|take_away|top|one"
    r"|end|score|card_points|value_of|add_points|over|winners|step|task|at|low|many|closing|ahead|[nmc]\d+|was\d+|at\d+"
    r"|printed_(rank|highest|lowest|suits)|redeal|[A-Z]+(_OF_PLAYS|_I)?"
)
"""The names that there may be."""


BATCH = re.compile(
    r"(choose|act|duck|bid|best_answer|list_numbers)\d+|(offers|legal)\d+_(lead|follow)_(first|later)|lot|pack|pairs|numbers|shuffled"
    r"|groups|copies_of|face|count|act|begin|settle|finish|deal|go_on|playout|open|batch|drawn|rung|offer"
    r"|source|turn|row|least|high|k|both|alike|unlike"
    r"|playouts?|resume_trial|deal_hidden|number|gain|here|now|w|legal|offered\d+|pick\d+|pick_(given|play)|copies_alike"
    r"|first_deal|(allow|apply)\d+|allow_cards|apply|go|done|card_of_action|actions_of_cards|note"
    r"|(play|seat)_odds|swap_cards|exchange|walk|weigh|[A-Z]+_OF|[A-Z]+_OF_[A-Z]+|CARDS_UNSEEN|MADE_BY|MAY_LIE"
    r"|led|trick|ever|unseen|whole|rivals|lying|to_come|worth|highest|suit|cost|standing|tallest|last_place"
    r"|led_suit|before|gift|margin"
)
"""The names that there may be in a batch besides."""


def texts(source: str) -> list[str]:
    """What in a source is neither a number nor a sign nor a name of the core's own."""
    shared = {name for module in SHARED for name in vars(module)}
    return [
        token.string
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.STRING
        or (
            token.type == tokenize.NAME
            and not (iskeyword(token.string) or token.string in shared)
            and not (OWN.fullmatch(token.string) or BATCH.fullmatch(token.string))
        )
    ]


DUCKING = ("hearts", "skat", "double-hearts", "bridge", "complex-hearts")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_brings_no_text_into_the_source(name: str) -> None:
    engine = trickbook.load(name).engine()
    assert texts(core_of(engine).program.text) == []
    counted = count_exposed(trickbook.load(name))
    assert texts(program_of(counted.engine()).draft()) == []
    if name in DUCKING:
        known = costs(counted, counted.usual)
        of = spaces(trickbook.load(name))
        for program in (
            program_of(counted.engine(), known),
            program_of_trials(engine, known, searches=True),
            program_of_trials(engine, None, searches=True),
            *([] if name == "double-hearts" else [program_of_tables(engine, numbering(of), 9)]),
        ):
            assert texts(program.draft()) == []


@pytest.mark.parametrize("number", range(3))
def test_no_machine_made_ruleset_does(number: int, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump(made(chance("made", number)), sort_keys=False), "utf-8")
    assert texts(core_of(trickbook.load(path).engine()).program.text) == []


NOBODYS = re.compile(
    r"start|end|over|advance|score|winners|resume|card_points|value_of|add_points|legal\d+_.*|(term|asked|worth)\d+|printed_suits|order\d+_suit"
)
"""Functions that stand for the table, or for what several entries share."""


@pytest.mark.parametrize("name", ["hearts", "skat", "belote", "tressette"])
def test_each_other_function_says_an_entry(name: str) -> None:
    program = trickbook.load(name).engine().program
    program.whole()
    functions = program.source.functions.items()
    assert not [name for name, one in functions if one.entry is None and not NOBODYS.fullmatch(name)]


def test_a_comment_and_a_folder_change_nothing_of_what_is_translated(tmp_path: Path) -> None:
    drafts = set[str]()
    for folder, head in (("one", ""), ("another", "# ours\n")):
        path = tmp_path / folder / "ours.yaml"
        path.parent.mkdir()
        path.write_text(
            f"{head}trickbook: 1\nname: Ours\nextends: hearts\nplay: {{own: {{keep: clubs}}}}\n", "utf-8"
        )
        drafts.add(program_of(trickbook.load(path).engine()).draft())
    (draft,) = drafts
    assert "#" not in draft


def test_a_word_of_the_author_would_be_found() -> None:
    assert texts("def term0(v):\n    return v[DEAL] + moon\n") == ["moon"]
    assert texts("TABLE0 = ('moon',)\n") == ["'moon'"]
