#!/usr/bin/env bash
# Gradescope's default image, Ubuntu 22.04, has Python 3.10, and the grader needs 3.11.
set -euo pipefail
needed='import ensurepip, sys; sys.exit(sys.version_info < (3, 11))'
serving() {
  for python in python3 python3.{14,13,12,11}; do
    if "$python" -c "$needed" >/dev/null 2>&1; then
      command -v "$python"
      return
    fi
  done
  return 1
}
if ! python=$(serving); then
  apt-get update
  for package in python3-venv python3.{14,13,12,11}-venv; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y "$package" || continue
    if python=$(serving); then break; fi
  done
fi
if [ -z "$python" ]; then
  echo "setup.sh: neither here nor in apt is a Python from 3.11: choose a newer image" >&2
  exit 1
fi
"$python" -m venv /autograder/python
/autograder/python/bin/pip install -r /autograder/source/requirements.txt
# A submission must not find the player that it is compared with, nor what it was asked.
chmod -R go-rwx /autograder/source
