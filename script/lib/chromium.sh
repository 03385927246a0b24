# Sourced: sets CHROMIUM to a browser for the browser tests, installing Debian's where that is possible, and CHROMIUM_SHELL to the one
# without windows and menus, if there is one: the whole browser loads its own with every page, for a third of the processor's time.
for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$candidate" ] && found="$(command -v "$candidate")"; then CHROMIUM="$found" && break; fi
done
if [ -z "${found:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Debian's chromium for the browser tests …"
  # With the fonts that the pictures of e2e/visual-baselines were made with.
  apt-get update -qq && apt-get install -y -qq chromium chromium-headless-shell fonts-dejavu-core >/dev/null
  CHROMIUM="$(command -v chromium)"
fi
if [ -z "${CHROMIUM:-}" ]; then
  echo "The browser tests need Chromium. Install it ('sudo apt-get install chromium') or name one: CHROMIUM=/path/to/chrome script/test" >&2
  exit 1
fi
CHROMIUM_SHELL="${CHROMIUM_SHELL:-$(command -v chromium-headless-shell || echo "$CHROMIUM")}"
export CHROMIUM CHROMIUM_SHELL
# Without a UTF-8 locale Chromium saves a download as "download" if its name is not ASCII.
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
  *[Uu][Tt][Ff]*) ;;
  *) export LC_ALL=C.UTF-8 ;;
esac
