"""The film at the top of the README can be made anew."""

from itertools import islice

from browser.conftest import CHROMIUM_FLAGS

from scripts.environment import find_chromium
from scripts.film_explorer import HEIGHT, WIDTH, film, show


def test_the_film_shows_what_an_edit_changes(playwright):
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    show(page)
    *_, before, outlined, after = [image.tobytes() for image, _ in islice(film(page), 8)]
    assert len({before, outlined, after}) == 3
    browser.close()
