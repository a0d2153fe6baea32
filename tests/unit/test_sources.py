# SPDX-License-Identifier: GPL-3.0-or-later
import pytest

from plugins.module_utils.sources import Source, read_sources


def test_each_kind_is_read_in_order():
    entries = [
        {"state": "a.tfstate", "workspace": "prod"},
        {"terraform": "../root", "binary": "tofu", "workspace": "prod"},
        {"file": "by-hand.yml"},
    ]
    assert read_sources(entries, "nodes.yml") == [
        Source("state", "a.tfstate", "prod"),
        Source("terraform", "../root", "prod", "tofu"),
        Source("file", "by-hand.yml"),
    ]


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([], "sources: there are none; name at least one, such as `- state: terraform.tfstate`"),
        ([{}], "sources[0]: found none; name exactly one of state, terraform or file"),
        (["a.tfstate"], "sources[0]: found none; name exactly one of state, terraform or file"),
        ([{"state": "a", "file": "b"}], "sources[0]: found state and file; name exactly one of "
                                        "state, terraform or file"),
        ([{"state": "a", "workspcae": "b"}], "sources[0].workspcae: unknown with state; did you mean workspace?"),
        ([{"file": "a", "binary": "tofu"}], "sources[0].binary: unknown with file; known are file"),
        ([{"state": "a"}, {"state": ""}], "sources[1].state: '' is not text"),
        ([{"terraform": "a", "workspace": 7}], "sources[0].workspace: 7 is not text"),
        ([{"state": "a"}, {"state": "a"}], "sources[1]: the same as sources[0]; list it once"),
    ],
)  # fmt: skip
def test_a_wrong_source_says_which_and_why(entries, told):
    with pytest.raises(ValueError) as error:
        read_sources(entries, "nodes.yml")
    assert str(error.value) == f"nodes.yml: {told}"


def test_all_wrong_sources_are_told_at_once():
    with pytest.raises(ValueError) as error:
        read_sources([{}, {"file": 1}], "nodes.yml")
    assert len(str(error.value).split("\n")) == 2
