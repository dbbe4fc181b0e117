import { ANSWER_ROWS } from './answer-rows.ts'
import type { FaultRow } from './row.ts'

/*
 * Every fault that people may meet, and what they see. docs/faults.md is made of this and of the names of the tests that
 * prove it (`npm run faults`): they hold `fault-<id>`.
 */

export const FAULT_ROWS: Readonly<Record<string, readonly FaultRow[]>> = {
  'On the way': [
    {
      id: 'refused',
      fault: 'Our server, or the service behind it, cannot be reached',
      seen: 'The part that failed says so and has “Retry”; after two seconds one bar above the page; all goes on by itself when answers come again',
      puts: ['data-refused'],
    },
    {
      id: 'timeout',
      named: ['slow-drip-504'],
      fault: 'No answer, or one byte a second',
      seen: 'After 5 s “Still loading” with “Cancel”; after 25 s “This took too long”; our server gives up and closes its request',
      puts: ['data-too-late'],
    },
    {
      id: 'truncated',
      fault: 'The answer is cut off',
      seen: '“An answer that cannot be read”; never half of the rows',
      puts: ['data-truncated'],
    },
    {
      id: 'too-large',
      named: ['bomb-1GiB-rss-under-256MiB'],
      fault: 'A bomb, or more than 20 MiB unpacked',
      seen: '“Too much data for one request. Choose a shorter period”; other people notice nothing',
      puts: ['data-too-large'],
    },
    {
      id: 'encodings',
      named: ['chained-encodings'],
      fault: 'A wrong or repeated Content-Encoding',
      seen: '“An answer that cannot be read”',
      puts: ['data-no-http'],
    },
    {
      id: 'keep-alive',
      fault: 'The connection closes just as a request is sent, or announces the answer first (102, 103)',
      seen: 'Nothing: reads are sent once more. A 100 that was not asked for, which Node refuses, is “The call-tracking service is not answering”',
      bears: ['data-reset-once'],
    },
    {
      id: 'offline',
      fault: 'The browser loses its network, or opens Callboard without one',
      seen: 'One bar with the time of what is on the screen, which stays; what saves is disabled and says why, what was typed stays; a shell that cannot load its code says so',
      befalls: 'offline',
    },
    {
      id: 'online',
      fault: 'The network is back',
      seen: 'The bar goes; what had failed loads by itself',
      befalls: 'offline',
    },
    {
      id: 'flapping',
      fault: 'The network comes and goes every second',
      seen: 'Nothing is said of less than two seconds',
    },
    {
      id: 'captive',
      fault: 'The network is back and wants a sign-in of its own: a hotel’s, a train’s',
      seen: '“Your network wants a sign-in before Callboard can be reached”, with a link to it; looked at every 15 s and when the page is seen again; then all goes on by itself',
      befalls: 'captive',
    },
    {
      id: 'between',
      fault: 'A gateway or a network’s own page answers',
      seen: '“Something between you and Callboard answered”; its page is never shown',
      befalls: 'between',
    },
    {
      id: 'superseded',
      named: ['last-intent-wins', 'client-switch-race'],
      fault: 'Filters change faster than answers come',
      seen: 'Only the last answer, and no error',
    },
  ],
  'What the service says': [
    {
      id: '400',
      fault: 'It does not accept a filter (400, 422)',
      seen: '“The service did not accept this request”, with the parameters it named; the filters stay to be changed',
      puts: ['data-400', 'data-422'],
    },
    {
      id: '401',
      named: ['single-modal'],
      fault: 'The session or its key has ended',
      seen: 'The sign-in page with the way back; nothing of the session stays on the screen; once for any number of answers',
    },
    {
      id: '401-typed',
      fault: 'It ends while something is typed and not saved',
      seen: 'The same over the page, which waits unseen: forms, dialogs and the place are there again for the same person, nothing of it for another one',
    },
    {
      id: '401-sign-in',
      named: ['login-generic-error'],
      fault: 'A wrong password',
      seen: 'One text whatever was wrong; the address stays, the password goes',
    },
    {
      id: '403',
      fault: 'A section is not this account’s',
      seen: '“Your account can’t see this”; the rest goes on',
      puts: ['data-403'],
    },
    {
      id: '403-client',
      fault: 'The agency has lost a client',
      seen: '“You do not have access to this client”; its rows are gone at once, other clients stay',
    },
    {
      id: '404',
      fault: 'A record or a section is not there',
      seen: 'It says so, with the way back',
      puts: ['data-404'],
    },
    {
      id: 'save-refused',
      fault: 'A save is refused, or another user has changed it meanwhile',
      seen: 'What was typed stays; each field shows the service’s words; what differs from the service is told',
    },
    {
      id: 'save-lost',
      fault: 'The answer to a save is lost',
      seen: '“We don’t know if this was saved”, with “Check”; it is never sent again by itself',
    },
    {
      id: '429',
      fault: 'Too many requests, with any or no time to wait',
      seen: 'One line counts down; nothing is sent before, whichever panel was told; 120 s at most',
      puts: ['data-429'],
    },
    {
      id: '500',
      fault: 'The service fails',
      seen: '“The service failed”, the request’s id, “Retry”; asked once more by itself',
      puts: ['data-500'],
      befalls: 'server-fails',
    },
    {
      id: '503',
      fault: 'The service does not answer (502, 503), or says so in HTML',
      seen: '“The call-tracking service is not answering”, in the part and in one bar; its HTML is never shown; after five failures it is left alone for three seconds',
      puts: ['data-502', 'data-503-html'],
    },
    {
      id: '504',
      fault: 'It is too slow',
      seen: '“This took too long. Try again, or choose a shorter period”',
      puts: ['data-504'],
    },
    {
      id: 'no-data',
      fault: '200 with an error in it, nothing, or 204 where there should be a list',
      seen: '“An answer that cannot be read”; never an empty list',
      puts: ['data-error-200', 'data-empty', 'data-204'],
    },
    {
      id: 'redirect',
      fault: 'It leads elsewhere',
      seen: '“An answer that cannot be read”; we do not follow',
      puts: ['data-redirect'],
    },
    {
      id: 'other-status',
      fault: 'Any other status',
      seen: '“The service failed”',
      puts: ['data-418', 'data-599'],
    },
  ],
  'The company’s sign-in': [
    {
      id: 'sso-expired',
      named: ['sso-expired'],
      fault: 'The sign-in in front has expired: a redirect, HTML, or an answer that is not ours',
      seen: 'One bar with “Sign in”; the page stays readable, what was typed too',
      befalls: 'sign-in-in-front',
    },
    {
      id: 'sso-loop',
      fault: 'It asks again at once',
      seen: 'It says that the sign-in does not stick; no circle of reloads',
    },
    {
      id: 'sso-user-changed',
      named: ['proxy-user-change'],
      fault: 'Another person signs in with the same browser',
      seen: 'Nothing of the former is shown any more; “Reload”',
    },
    {
      id: 'sso-once',
      fault: 'Twenty requests meet it together',
      seen: 'One look whether it is the sign-in',
      befalls: 'sign-in-in-front',
    },
    { id: 'sso-part', fault: 'A part of the app meets it', seen: 'The same bar; no reload' },
  ],
  ...ANSWER_ROWS,
  'Tabs, sessions, versions': [
    {
      id: 'two-clients',
      named: ['two-clients-two-tabs'],
      fault: 'Two tabs, two clients',
      seen: 'Each keeps its own',
    },
    {
      id: 'two-people',
      fault: 'Another person signs in in another tab',
      seen: 'The first tab is cleared and says who',
    },
    {
      id: 'sign-out-elsewhere',
      named: ['signout-leaves-nothing'],
      fault: 'Signed out in another tab',
      seen: 'This one leaves at once',
    },
    {
      id: 'sign-out-offline',
      fault: 'Signing out while nothing comes',
      seen: 'It says that one is still signed in; the session ends by itself when it is not used',
    },
    { id: 'back', fault: 'Back, after signing out', seen: 'The sign-in page' },
    {
      id: 'idle',
      named: ['idle-timeout', 'absolute-timeout'],
      fault: 'The user does nothing for half an hour',
      seen: 'Two minutes before: how long, and “Stay signed in”; what the page asks by itself does not count',
    },
    {
      id: 'new-build',
      fault: 'A new version while the page is open',
      seen: 'A bar with “Reload”; the page goes on as it is',
      befalls: 'new-build',
    },
    {
      id: 'old-part',
      fault: 'A part of the app is gone with an older version',
      seen: 'The two versions before are kept; else one reload, never in circles',
    },
    {
      id: 'part-lost',
      fault: 'A part of the app does not come',
      seen: 'It says so in its place, with “Retry”',
    },
    {
      id: 'storage',
      fault: 'What the browser keeps is blocked, full or damaged',
      seen: 'Defaults; nothing else',
    },
    { id: 'cookies', fault: 'Cookies are blocked in a frame', seen: 'It says so, and offers a new tab' },
    {
      id: 'restart',
      named: ['crash'],
      fault: 'Our server starts anew',
      seen: 'Sessions, preferences and what is kept are there',
    },
    { id: 'secret', fault: 'The secret is changed', seen: 'Nothing, as long as the one before is named' },
    {
      id: 'database',
      named: ['lock-held-9s'],
      fault: 'The disk is full, the database locked or damaged',
      seen: 'What can be read is read; saving says why not',
    },
    { id: 'translator', fault: 'A translator rewrites the page', seen: 'The page goes on' },
    {
      id: 'clipboard',
      fault: 'Copying is not allowed',
      seen: 'The text is marked, to be copied by the keyboard',
    },
    { id: 'print', fault: 'Print, 400 %, forced colours, reduced motion', seen: 'Usable' },
    {
      id: 'render',
      fault: 'A part of the page breaks',
      seen: 'Its place says so, with “Retry”; the rest goes on',
    },
  ],
  'All at once': [
    {
      id: 'chaos',
      named: ['chaos'],
      fault: 'A walk through the product with faults at random',
      seen: 'None of what must never be',
    },
  ],
}
