/** Hostile texts. One that is executed sets `window.__pwn`, which tests check. */

export const HTML = '<img src=x onerror="window.__pwn=1"><script>window.__pwn=1</script>'
export const RTL = 'مرحبا، كم سعر المطبخ؟ שלום'
export const BIDI_OVERRIDE = 'invoice\u202Egpj.exe\u202C'
export const EMOJI = '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 семья'
export const ZALGO = 'З̴̛͓͙̹̲̟͈̠̟̩͎͂̄̾͌̑̀̕̕͝ӑ̴̢̛̣̜̞̘͖͎̓̅̍̈́̂͝л̵̡̰̣̙̙̎̀̄͊͌͘̕͝ь̶̧̛̺̗͖͓̈́̇̓̕г̸̨̗̼͙̔̀̌̽͂͝о̵̡̗̮̤̘̌̓̓́̕'
export const ZERO_WIDTH = 'до\u200Bста\u200Cв\u200Dка\uFEFF'
export const LONG = 'Очень длинный текст. '.repeat(500).slice(0, 10_000)
export const LONG_WORD = 'Ы'.repeat(10_000)
/** Unclosed direction overrides: they must not affect their surroundings. */
export const BIDI_OPEN = '\u202Eright to left\u2067\u061C'
export const CONTROLS = 'a\u0000b\u0007c\u001B[31md\u007Fe\u0085f\u2028g\r\nh\ti'
/** Lone surrogates: valid in JSON, not in a database. */
export const LONE_SURROGATES = '\uD83D half \uDE00 \uDC00\uD800'

/** Addresses that must never be opened, fetched or run. */
export const HOSTILE_ADDRESSES = [
  'javascript:window.__pwn=1',
  'JaVaScRiPt:window.__pwn=1',
  '\u0001java\tscript\n:window.__pwn=1',
  'data:text/html,<script>window.__pwn=1</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'view-source:https://evil.example',
  '//evil.example',
  '\\\\host\\share',
  'https://bank.example@evil.example/',
  'https://evil.example:99999/',
  'http://[::1',
  '?',
] as const
