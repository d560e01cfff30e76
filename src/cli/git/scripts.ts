// The scripts that git calls. They outlive the program: whatever becomes of it, a merge has a result, and a diff goes on.
//
//   git ──▶ merge ──▶ git merge-file       the merge by lines is written first
//                └──▶ diptych git merge    replaces it once it is whole, with 0 (clean) or 1 (our marks around what conflicts)
//   git ──▶ diff  ──▶ diptych git diff     else the diff by lines
//   git mergetool ──▶ diptych git merge    as far as that is clean, else
//                └──▶ diptych open --merge in the browser; the file stays as it is until it is saved there
//   git difftool  ──▶ diptych open --compare

/** Where the program is that has been installed, if none is on the path. */
export interface ProgramPlace {
  readonly node: string;
  readonly script: string;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Runs the program: the one on the path, or else the one that was installed. 127 if there is none. */
const runner = ({ node, script }: ProgramPlace): string => `run() {
  if command -v diptych >/dev/null 2>&1; then diptych "$@"
  elif [ -f ${quote(script)} ]; then ${quote(node)} ${quote(script)} "$@"
  else return 127
  fi
}
`;

/** Called with base, ours, theirs, the length of marks and the path of the file. What it leaves in "ours" is the result. */
export function mergeScript(place: ProgramPlace): string {
  return `#!/bin/sh
# Written by "diptych git install": merges a JSON file by keys and items.
${runner(place)}
base=$1 ours=$2 theirs=$3 marks=\${4:-7} path=$5
own="$ours.diptych-ours" made="$ours.diptych-made"
trap 'rm -f "$own" "$made" "$made"-*' EXIT
# The merge by lines comes first: it is what there is if the program fails, or is killed.
cp "$ours" "$own"
copied=$?
git merge-file -q --marker-size="$marks" -L ours -L base -L theirs "$ours" "$base" "$theirs"
lines=$?
[ "$lines" -eq 0 ] || lines=1
[ "$copied" -eq 0 ] || exit "$lines"
run git merge --marks "$marks" -- "$base" "$own" "$theirs" "$path" "$made"
status=$?
case $status in
  0 | 1) [ -f "$made" ] && mv -f "$made" "$ours" && exit "$status" ;;
  127) echo "diptych is not installed here: $path is merged by lines." >&2 ;;
esac
exit "$lines"
`;
}

/** Called with what git gives a diff driver: path, old file, hash and mode, new file, hash and mode. */
export function diffScript(place: ProgramPlace): string {
  return `#!/bin/sh
# Written by "diptych git install": compares a JSON file by paths and values.
${runner(place)}
if [ "$#" -lt 7 ]; then
  echo "* Unmerged path $1"
  exit 0
fi
made=$(mktemp) || exit 0
trap 'rm -f "$made"' EXIT
if run git diff -- "$1" "$2" "$5" >"$made"; then cat "$made"
else git --no-pager diff --no-index --no-ext-diff -- "$2" "$5"
fi
exit 0
`;
}

/** Called with base, ours, theirs and the file of the work tree, which gets the result. */
export function mergeToolScript(place: ProgramPlace): string {
  return `#!/bin/sh
# Written by "diptych git install": merges a JSON file by keys and items, and shows it in the browser where it conflicts.
${runner(place)}
base=$1 ours=$2 theirs=$3 path=$4
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
# Two new files have no base, or an empty one.
[ -f "$base" ] || { base="$made/base.json"; : >"$base"; }
if run git merge -- "$base" "$ours" "$theirs" "$path" "$made/merged" && [ -f "$made/merged" ]; then
  cat "$made/merged" >"$path"
  exit 0
fi
run open --merge --output="$path" -- "$base" "$ours" "$theirs" || exit
# A save with marks of a merge by lines in it decides nothing.
! grep -q '^<<<<<<< ' <"$path"
`;
}

/** Called with the old and the new file. */
export function diffToolScript(place: ProgramPlace): string {
  return `#!/bin/sh
# Written by "diptych git install": shows two states of a file side by side in the browser.
${runner(place)}
run open --compare --wait --read-only -- "$1" "$2"
`;
}
