import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const html = (text: string) => renderToStaticMarkup(<LinkedText text={text} />)

describe('LinkedText', () => {
  test('a web address opens elsewhere and names its real host, a mail address stays', () => {
    const shown = html('См. https://example.com/a, mailto:anna@example.com')
    expect(shown).toMatch(
      /<a href="https:\/\/example\.com\/a" target="_blank" rel="noopener noreferrer" title="Opens example\.com in a new tab"/,
    )
    expect(shown).toMatch(/<a href="mailto:anna@example\.com" class=/)
    expect(html('https://\u0430pple.com')).toContain('title="Opens xn--pple-43d.com in a new tab"')
  })

  test('fault-markup: markup is text', () => {
    expect(html('<img src=x onerror=alert(1)>')).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('an address that the cut goes through is no link: half of it would lead elsewhere', () => {
    const long = `${'x'.repeat(1990)} https://example.com/whole`
    expect(html(long)).not.toContain('<a ')
    expect(html(long)).toContain('https://e…')
    expect(html(long)).toContain('Show all')
    expect(html(`${'x'.repeat(1900)} https://example.com/whole ${'y'.repeat(200)}`)).toContain('<a ')
  })
})
