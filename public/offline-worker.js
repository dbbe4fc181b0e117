/*
 * Answers when a user opens a page and neither network nor server is there. It keeps nothing,
 * looks into nothing, and passes on every answer as it is: sign-in pages and redirects of others too.
 */

const PAGE = `<!doctype html>
<html lang="en" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Callboard</title>
<style>
:root { color-scheme: light dark; }
body { display: grid; min-height: 100vh; margin: 0; place-content: center; padding: 24px; box-sizing: border-box;
  background: light-dark(#fcfcfa, #161513); color: light-dark(#1f1d1a, #eeece7); font: 15px/1.5 system-ui, sans-serif; }
svg { width: 40px; height: 40px; color: light-dark(#00676b, #5fc4c8); }
h1 { margin: 12px 0 4px; font-size: 20px; font-weight: 600; }
p { max-width: 40em; margin: 0 0 12px; }
section + section { margin-top: 20px; }
a { display: inline-block; padding: 10px 16px; border: 1px solid currentColor; border-radius: 6px; color: inherit; font-weight: 600; text-decoration: none; }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true"><path d="M15.6 4.7A7 7 0 0 0 3.1 9.2h4.1a3.1 3.1 0 0 1 5.2-1.4zM15.6 15.3A7 7 0 0 1 3.1 10.8h4.1a3.1 3.1 0 0 0 5.2 1.4z"/><circle cx="16.6" cy="10" r="1.9"/></svg>
SECTIONS
</main>
</body>
</html>
`
const SECTIONS = {
  en: `<section lang="en"><h1>No connection</h1>
<p>Callboard cannot be reached: the network is off, or the server does not answer. Nothing is kept on this device, so there is nothing to show until it is back.</p>
<a href="">Retry</a></section>`,
  ru: `<section lang="ru"><h1>Нет связи</h1>
<p>До Callboard не достучаться: нет сети или не отвечает сервер. На устройстве ничего не хранится, поэтому показать что-нибудь получится, только когда связь вернётся.</p>
<a href="">Повторить</a></section>`,
}

/** In both languages: which was chosen is known to the page only. */
const offlinePage = () => {
  const { en, ru } = SECTIONS
  const isRussian = /^ru/i.test(navigator.language)
  return new Response(
    PAGE.replace('SECTIONS', (isRussian ? [ru, en] : [en, ru]).join('\n')).replace(
      '<html lang="en"',
      `<html lang="${isRussian ? 'ru' : 'en'}"`,
    ),
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    },
  )
}

/** The API, the company's sign-in: their own words are never replaced. */
const NO_PAGE = /^\/(?:api|auth|v\d+)(?:\/|$)/i

const answer = async ({ request, preloadResponse }) => {
  try {
    // The browser has asked by itself, as it does without us; fetch is for those that do not.
    return (await preloadResponse) ?? (await fetch(request))
  } catch (cause) {
    const isPage = request.destination === 'document' && !NO_PAGE.test(new URL(request.url).pathname)
    if (!isPage) throw cause
    return offlinePage()
  }
}

addEventListener('install', (event) => {
  // All that is no page goes to the network without waking us, where the browser can be told so.
  event.waitUntil(
    Promise.resolve(
      event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }),
    ).catch(() => {}),
  )
  skipWaiting()
})
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(answer(event))
})
