import { escapeHtml as text } from '#/server/mail/html.ts'
import type { SharedPage } from './page-labels.ts'
import { HEAT_STEPS } from './page-style.ts'

type Missed = NonNullable<SharedPage['missed']>
type When = NonNullable<SharedPage['when']>

const headOf = ({ title, note }: { readonly title: string; readonly note: string }) =>
  `<h2>${text(title)}${note === '' ? '' : ` <small>${text(note)}</small>`}</h2>`

const BAR = 96

const missedOf = (missed: Missed) =>
  `<section class="missed">${headOf(missed)}${missed.words === '' ? '' : `<p>${text(missed.words)}</p>`}<table><tbody>` +
  missed.bars
    .map(
      ({ name, words, share, isMost }) =>
        `<tr${isMost ? ' class="most"' : ''}><th scope="row"><bdi>${text(name)}</bdi></th>` +
        `<td><svg aria-hidden="true" width="${BAR}" height="8"><rect width="${Math.max(2, Number((share * BAR).toFixed(2)))}" height="8"/></svg></td>` +
        `<td class="strong">${text(words)}</td></tr>`,
    )
    .join('') +
  '</tbody></table></section>'

const whenOf = (when: When) =>
  `<section class="when">${headOf(when)}<table><thead><tr><td></td>${when.columns
    .map((name) => `<th scope="col">${text(name)}</th>`)
    .join('')}</tr></thead><tbody>` +
  when.rows
    .map(
      ({ name, isPartial, cells }) =>
        `<tr${isPartial ? ' class="partial"' : ''}><th scope="row">${text(name)}</th>${cells
          .map(
            ({ share, words }) =>
              `<td class="h${Math.ceil(share * (HEAT_STEPS - 1))}">${text(words ?? '')}</td>`,
          )
          .join('')}</tr>`,
    )
    .join('') +
  `</tbody></table><p class="legend">${text(when.legend)}</p></section>`

export const sharedWeekOf = ({ missed, when }: SharedPage): string =>
  missed || when ? `<div class="week">${missed ? missedOf(missed) : ''}${when ? whenOf(when) : ''}</div>` : ''
