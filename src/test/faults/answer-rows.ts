import type { FaultRow } from './row.ts'

/** What is wrong with answers that came, with their pages and with what they say of time. */
export const ANSWER_ROWS: Readonly<Record<string, readonly FaultRow[]>> = {
  'What is in an answer': [
    {
      id: 'malformed',
      fault: 'No JSON',
      seen: '“An answer that cannot be read”, with the request’s id',
      puts: ['data-malformed'],
    },
    { id: 'other-shape', fault: 'JSON of another shape', seen: 'The same', puts: ['data-other-shape'] },
    {
      id: 'content-type',
      named: ['content-type-confusion'],
      fault: 'JSON or HTML under another type',
      seen: 'The same; nothing of it under our address',
      puts: ['data-html'],
    },
    {
      id: 'nulls',
      fault: 'Values are missing, null, or too many',
      seen: 'A dash; never “undefined”, “NaN” or “Invalid Date”; a record without its id is one marked row',
      puts: ['data-nulls'],
    },
    {
      id: 'unknown-code',
      fault: 'A status that the document does not know',
      seen: '“Status CODE”, counted by itself',
      bears: ['data-odd-numbers'],
    },
    {
      id: 'coercion',
      fault: 'Numbers and flags as text',
      seen: 'Read as what they mean, by one table',
      bears: ['data-numbers-as-text'],
    },
    {
      id: 'big-id',
      fault: 'Ids beyond 2⁵³',
      seen: 'One marked row; the others are shown',
      bears: ['data-big-ids'],
    },
    {
      id: 'odd-number',
      fault: 'Negative, huge, −0',
      seen: '“invalid (−5 s)”; in no average; charts keep their scale',
      bears: ['data-odd-numbers'],
    },
    {
      id: 'huge-text',
      named: ['huge-strings-inp'],
      fault: 'A text of a megabyte',
      seen: 'Its beginning and “Show all”',
      bears: ['data-long-texts'],
    },
    {
      id: 'bidi',
      fault: 'Texts that turn the direction, stack marks, or hide',
      seen: 'Their neighbours stay as they are',
      bears: ['data-odd-texts'],
    },
    {
      id: 'prototype',
      named: ['embedded-json-total'],
      fault: '`__proto__` and doubled keys',
      seen: 'Nothing of it',
      bears: ['data-odd-keys'],
    },
    {
      id: 'bytes',
      fault: 'A byte order mark, broken UTF-8, halves of characters',
      seen: 'The row, with “�” for what is no character',
      bears: ['data-odd-bytes'],
    },
    {
      id: 'phone',
      fault: 'A number that is none',
      seen: 'As it came; no link to call',
      bears: ['data-odd-texts'],
    },
    {
      id: 'url',
      named: ['safeUrl-only-http', 'links-are-safe', 'every-anchor-is-safe'],
      fault: '`javascript:` and its kind where an address belongs',
      seen: 'Text, no link',
      bears: ['data-odd-texts'],
    },
    {
      id: 'markup',
      named: ['taint-every-field'],
      fault: 'Markup in any field',
      seen: 'Its characters',
      bears: ['data-odd-texts'],
    },
    { id: 'doubled', fault: 'A record twice', seen: 'One row, and a note', bears: ['data-twice'] },
    { id: 'many-rows', named: ['100k-rows-scroll'], fault: '100,000 rows', seen: 'A list that scrolls' },
  ],
  Pages: [
    {
      id: 'same-page',
      fault: 'The same page again and again',
      seen: 'It stops and says so',
      bears: ['calls-repeat-page'],
    },
    {
      id: 'other-order',
      fault: 'Another order than was asked for',
      seen: 'All rows, and a note that some may be in the wrong place',
      bears: ['calls-other-order'],
    },
    {
      id: 'page-size',
      fault: 'Pages of another size',
      seen: 'They are counted by their rows: none is missing',
    },
    {
      id: 'list-moves',
      fault: 'Records come and go between pages',
      seen: 'None twice; a gap is noted',
      bears: ['calls-doubled-row'],
    },
    {
      id: 'totals',
      fault: 'Totals that lie, are missing, or are no number',
      seen: '“about”; it goes by what comes',
      bears: ['calls-big-total', 'calls-no-total'],
    },
    {
      id: 'empty-page',
      fault: 'An empty page in the middle',
      seen: 'Passed over once',
      bears: ['calls-empty-page'],
    },
    {
      id: 'page-fails',
      fault: 'A later page fails',
      seen: 'The others stay; “Some rows could not be loaded”; files and figures say that they are partial',
      bears: ['calls-page-3-fails'],
    },
    {
      id: 'unread-days',
      fault: 'A page of a list fails for good, the list ends early, or its total shrinks',
      seen: 'The days that contacts may be missing of are named, with “Retry”: hatched in charts, greyed in figures, said in files, emails and shared pages; the plan, alerts and advice wait',
    },
  ],
  Time: [
    {
      id: 'no-offset',
      fault: 'A date without an offset',
      seen: 'The clock it shows, marked “no offset”',
      bears: ['data-no-offsets'],
    },
    {
      id: 'bad-date',
      fault: 'A date that is none',
      seen: '“invalid date”; in no chart, and counted as left out',
      bears: ['data-odd-dates'],
    },
    {
      id: 'zones',
      fault: 'Summer time, quarter hours, days that do not exist',
      seen: 'The contact’s own clock; hours add up to days',
    },
    {
      id: 'clock',
      fault: 'This device’s clock is wrong',
      seen: 'Days go by the server’s clock; from five minutes on a bar says so',
      befalls: 'wrong-clock',
    },
    { id: 'midnight', fault: 'Midnight passes', seen: '“Today” is the new day; days that were chosen stay' },
    {
      id: 'asleep',
      fault: 'The computer was asleep for hours',
      seen: 'The session is looked for first; no burst of requests',
    },
  ],
}
