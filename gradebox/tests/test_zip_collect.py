"""Archives that students have packed, unpacked for `nbgrader zip_collect`."""

import gzip
import io
import logging
import struct
import tarfile
import time
import zipfile

import pytest
from gradebox.zip_collect import Collector, Extractor
from nbgrader.plugins import ExtractorPlugin
from traitlets.config import Config


def zipped(**files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(*members: tarfile.TarInfo) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return buffer.getvalue()


def member(name: str, **about) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    for key, value in about.items():
        setattr(info, key, value)
    return info


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "archive").mkdir()
    return tmp_path / "archive"


def extracted(archive, plugin=Extractor, **limits) -> dict[str, bytes]:
    folder = archive.with_name(f"extracted by {plugin.__name__}")
    folder.mkdir()
    plugin(config=Config({plugin.__name__: limits})).extract(str(archive), str(folder))
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_what_is_honest_is_unpacked_as_nbgrader_does(archive):
    inner = zipped(**{"work.ipynb": "{}", "data/x.csv": "1"})
    (archive / "all.zip").write_bytes(
        zipped(**{"ada_1.ipynb": "{}", "Ben B_2_file/hw.ipynb": "[]", "cy.zip": inner})
    )
    (archive / "one.tar.gz").write_bytes(tarred(member("deep/hw.ipynb", size=3)))
    (archive / "sub").mkdir()
    (archive / "sub" / "plain.ipynb").write_text("{}")
    ours = extracted(archive)
    theirs = extracted(archive, ExtractorPlugin)
    assert ours == {n: c for n, c in theirs.items() if n != "all/cy.zip"}  # unpacked, not kept
    assert len(ours) == 6


def test_links_and_names_that_lead_out_are_left_out(archive, tmp_path, caplog):
    secret = tmp_path / "secret.ipynb"
    secret.write_text("secret")
    (archive / "a.ipynb").symlink_to(secret)
    (archive / "b.tar.gz").write_bytes(
        tarred(
            member("a.ipynb", type=tarfile.SYMTYPE, linkname=str(secret)),
            member("b.ipynb", type=tarfile.LNKTYPE, linkname=str(secret)),
            member("pipe", type=tarfile.FIFOTYPE),
            member("../c.ipynb", size=1),
            member("/d.ipynb", size=1),
            member("e.ipynb", size=1),
        )
    )
    (archive / "c.zip").write_bytes(zipped(**{"../x.ipynb": "1", "a\\..\\..\\y": "1", "z": "1"}))
    assert extracted(archive) == {"b/e.ipynb": b"x", "c/z": b"1"}
    assert "a.ipynb (it is a link, or no plain file)" in caplog.text


def test_a_bomb_costs_only_itself(archive, caplog):
    bomb = zipped(**{"a.ipynb": "{}", "big": b"\0" * 3_000_000})
    many = zipped(**{str(number): "" for number in range(50)})
    deep = zipped(**{"1.zip": zipped(**{"2.zip": zipped(**{"3.zip": zipped(x="1")})})})
    whole = zipped(**{"eve.zip": bomb, "mal.zip": many, "deep.zip": deep, "ada.ipynb": "{}"})
    (archive / "all.zip").write_bytes(whole)
    (archive / "no.zip").write_bytes(whole[:50])
    (archive / "notes.gz").write_bytes(b"no archive")
    with caplog.at_level(logging.WARNING):
        found = extracted(archive, max_inner_bytes=1_000_000, max_inner_files=20)
    assert found["all/ada.ipynb"] == b"{}"
    assert found["all/eve/a.ipynb"] == b"{}"
    assert "all/eve/big" not in found
    assert sum(name.startswith("all/mal/") for name in found) == 20
    assert not any("deep" in name for name in found)


def test_a_damaged_file_costs_only_itself(archive, caplog):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, content in (("ada.ipynb", "of ada"), ("cy/1", "1"), ("cy", "2"), ("ben", "3")):
            made.writestr(name, content)
    damaged = buffer.getvalue().replace(b"of ada", b"of Ada", 1)
    (archive / "class.zip").write_bytes(damaged)
    assert extracted(archive) == {"class/cy/1": b"1", "class/ben": b"3"}
    (said,) = (each.message for each in caplog.records if each.levelname == "ERROR")
    assert "these files in it are left out: ada.ipynb (Bad CRC" in said
    assert ", cy ([Errno 21] Is a directory" in said


@pytest.mark.parametrize("name", ["...zip", "..tar.gz", "...tar.gz", ". .zip"])
def test_an_archive_is_not_unpacked_into_the_folder_above(archive, name):
    evil = zipped(**{"nbgrader_config.py": "1", "classmate.ipynb": "1"})
    (archive / name).write_bytes(zipped(x="1", **{name: evil}))
    (archive / "bulk.zip").write_bytes(zipped(**{"eve.zip": zipped(**{name: evil}), "ada/x": "1"}))
    found = extracted(archive)
    assert set(found) == {"bulk/ada/x"}
    assert {path.name for path in archive.parent.iterdir()} == {
        "archive",
        "extracted by Extractor",
    }


def pax(size: int, digits: bool = False) -> bytes:
    """A compressed tar archive with an extended header of so many bytes."""
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, size
    content = (b"9" if digits else b"\0") * size
    return gzip.compress(header.tobuf() + content + b"\0" * (-size % 512), 1)


def listed(count: int) -> bytes:
    """A zip archive whose list names its one file so many times."""
    whole = zipped(x="")
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        begin = archive.start_dir
    entries, end = whole[begin:-22] * count, bytearray(whole[-22:])
    struct.pack_into("<L", end, 12, len(entries))
    return whole[:begin] + entries + end


# Made where they are needed, so that pytest finds the tests quickly.
TAKES_LONG = {
    "folders": lambda: gzip.compress(member("x", type=tarfile.DIRTYPE).tobuf() * 30_000, 1),
    "long header": lambda: pax(30_000_000),
    "digits": lambda: pax(100_000, digits=True),
    "zeros": lambda: gzip.compress(bytes(6_000_000), 1) * 100,
    "list": lambda: listed(120_000),
}


@pytest.mark.parametrize("kind", TAKES_LONG)
def test_an_archive_that_takes_long_costs_only_itself(archive, kind):
    content = TAKES_LONG[kind]()
    (archive / "all.zip").write_bytes(zipped(**{"eve.gz": content, "ada.ipynb": "{}"}))
    begun = time.process_time()
    found = extracted(archive)
    assert time.process_time() - begun < 3
    assert found["all/ada.ipynb"] == b"{}"


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("/x/Ada Lovelace_77_assignsubmission_file/hw.ipynb", "Ada Lovelace"),
        ("/x/.._77_assignsubmission_file/hw.ipynb", None),
        ("/x/._77_assignsubmission_file/hw.ipynb", None),
        ("/x/Ev\nil_77_assignsubmission_file/hw.ipynb", None),
        ("/x/Ada_77_assignsubmission_file/../hw.ipynb", None),
    ],
)
def test_a_students_name_is_no_path(path, student):
    regexp = r".*/(?P<student_id>[^/]+)_\d+_assignsubmission_file/(?P<file_id>.+)"
    # nbgrader's name of the class in a configuration holds for ours
    plugin = Collector(config=Config({"FileNameCollectorPlugin": {"named_regexp": regexp}}))
    found = plugin.collect(path)
    assert (found and found["student_id"]) == student


def test_a_name_in_utf_8_without_the_mark_that_says_so_is_read_as_its_packer_wrote_it(archive):
    marked = zipped(**{"Übung 1.ipynb": "{}"})
    (archive / "marked.zip").write_bytes(marked)
    headers = (b"PK\x03\x04", 6), (b"PK\x01\x02", 8)  # where each has its flags
    unmarked = bytearray(marked)
    for header, place in headers:
        unmarked[marked.index(header) + place + 1] &= ~8
    (archive / "unmarked.zip").write_bytes(unmarked)  # as zip and the Finder do
    (archive / "dos.zip").write_bytes(bytes(unmarked).replace("Ü".encode(), b"\x9a_"))
    assert set(extracted(archive)) == {
        "marked/Übung 1.ipynb",
        "unmarked/Übung 1.ipynb",
        "dos/Ü_bung 1.ipynb",
    }
