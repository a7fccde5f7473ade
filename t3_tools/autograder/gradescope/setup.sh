#!/usr/bin/env bash
set -euo pipefail
if ! python3 -m pip --version >/dev/null 2>&1; then
  apt-get update
  apt-get install -y python3 python3-pip
fi
python3 -m pip install --target /autograder/packages -r /autograder/source/requirements.txt
# A submission must not find the player that it is compared with, nor what it was asked.
chmod -R go-rwx /autograder/source
