"""Templates of Jinja2, which not every command needs."""

from pathlib import Path
from typing import Any

from t3_tools.extras import to_install
from t3_tools.refused import RefusedError


def environment(folder: Path, need: str, **settings: Any) -> Any:
    """The Jinja2 environment for the templates in a folder.

    Raises RefusedError, which says what has the `need`, if Jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ModuleNotFoundError:
        raise RefusedError(f"{need} needs Jinja2: {to_install('tools')}") from None
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **settings,
    )
