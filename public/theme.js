// Runs before the first paint, so that the page never flashes in the wrong theme. A file of its own,
// because the content security policy allows no inline script. What cannot be read is left to the system.
{
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = read('callboard.theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (read('callboard.shortcuts') === 'off') root.dataset.keys = 'off'
  // A part of the app that is gone or unreachable: the shell says so, and React takes its line away.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && root.classList.add('cut-off'),
    true,
  )
  // The sign-in page has no frame, nor has a screen on the wall: the one painted for all the others stays hidden.
  if (/^\/((embed\/)?sign-in|live)$/.test(location.pathname)) root.dataset.page = 'sign-in'
  if (/[?&]embed=1(&|$)/.test(location.search)) root.dataset.embed = ''
}
