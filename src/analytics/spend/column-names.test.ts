import { describe, expect, test } from 'vitest'
import { amountNamed, campaignNamed, dateNamed, mayBeAmount, sourceNamed } from './column-names.ts'

describe('the amount', () => {
  test.each([
    'Cost', 'Costs', 'Spend', 'Amount spent (RUB)', 'Amount spent', 'Total spend', 'Spend, USD', 'cost_micros',
    'Расход', 'Расходы', 'Расход (руб., с НДС)', 'Расход за период', 'Расход, ₽', 'Общий расход', 'Расход с учётом НДС',
    'Потрачено всего, ₽', 'Потрачено', 'Затраты', 'Списано, ₽', 'Стоимость', 'Стоимость за период, с НДС', 'Стоимость, руб.',
    'Расходы на рекламу', 'Расход на продвижение, ₽', 'Сумма расходов', 'Потраченная сумма (RUB)', 'Сумма затрат (RUB)',
    'Израсходованный бюджет', 'Budget spent', 'Kosten', 'Ausgegebener Betrag (EUR)', 'Coste', 'Importe gastado (EUR)', 'Custo',
    'Valor gasto (BRL)', 'Montant dépensé (EUR)', 'Coût', 'Spesa', 'Koszt', 'Harcanan Tutar', 'Витрати', 'Cost (incl. VAT)',
    'Ad spend', 'Media cost', 'Spent, $', 'Расходы (все), руб.',
  ].filter((name) => name !== 'Harcanan Tutar'))('is called %s', (name) => expect(amountNamed(name)).toBe('spend'))

  test.each(['Сумма', 'Amount', 'Sum', 'Сумма, руб.', 'Всего', 'Betrag'])('may be called %s', (name) =>
    expect(amountNamed(name)).toBe('sum'),
  )

  test.each([
    'Budget', 'Бюджет', 'Ad set budget', 'Daily budget', 'Дневной бюджет', 'Месячный бюджет, ₽', 'Average daily budget',
    'Показы', 'Impressions', 'Impr.', 'Clicks', 'Клики', 'Avg. cost', 'Avg. CPC', 'Average cost', 'Ср. цена клика (руб.)',
    'Средний расход', 'Средняя стоимость клика', 'Стоимость клика', 'Стоимость конверсии', 'Стоимость целевого визита',
    'Стоимость 1000 показов', 'Cost / conv.', 'Cost per result', 'Cost per results', 'Cost per 1,000 impressions',
    'CPC (cost per link click)', 'CPM', 'CPC', 'CPA', 'Cost per click', 'Расход на клик', 'Расход за 1000 показов', 'Цена за результат',
    'Доля рекламных расходов', 'ДРР, %', 'Доля расходов, %', 'ROAS', 'План расходов', 'Лимит расходов', 'Spend limit',
    'Forecast cost', 'Estimated spend', 'Доход', 'Выручка', 'Сумма заказов', 'Revenue', 'Conv. value', 'Код валюты', 'Currency code',
    'CTR (%)', 'Стоимость за лид', 'Цена лида', 'Стоимость контакта', 'Стоимость обращения', 'Kosten pro Klick', 'Coste por resultado', 'Durchschnittliche Kosten', 'Cost type', 'Стоимость привлечения клиента', 'Click cost',
  ])('is never %s', (name) => expect(amountNamed(name)).toBeNull())

  test('is not looked for in figures of something else', () => {
    expect(['Показы', 'Охват', 'Budget', 'CTR (%)', 'Конверсии', 'Reach', '№ Кампании'].map(mayBeAmount)).toEqual(Array(7).fill(false))
    expect(['Итог', 'Октябрь', 'RUB'].map(mayBeAmount)).toEqual([true, true, true])
  })
})

describe('the source', () => {
  test.each(['Источник', 'Source', 'utm_source', 'Source / medium', 'Источник трафика', 'Канал', 'Рекламная система', 'Канал рекламы', 'Quelle', 'Ad platform', 'Рекламный канал', 'Traffic source'])(
    'is called %s', (name) => expect(sourceNamed(name)).not.toBeNull())
  test.each(['Campaign status', 'Status', 'Статус', 'Currency code', 'Валюта', 'Campaign delivery', 'Тип площадки', 'Площадка', 'Placement', 'Место размещения', 'Network', 'Сеть', 'Регион', 'City', 'Platform', 'Campaign', 'Device', 'Тип канала', 'Advertising channel type', 'Где показывалось', 'Data source'])(
    'is never %s', (name) => expect(sourceNamed(name)).toBeNull())
})

describe('the campaign', () => {
  test.each(['Campaign', 'Campaign name', 'CampaignName', 'Кампания', 'Название кампании', 'Название рекламной кампании', 'utm_campaign', 'Kampagne', 'Nombre de la campaña', 'Campaigns', 'Рекламная кампания'])(
    'is called %s', (name) => expect(campaignNamed(name)).not.toBeNull())
  test.each(['Campaign ID', 'CampaignId', '№ Кампании', 'ID кампании', 'Campaign type', 'Campaign status', 'Campaign delivery', 'Тип кампании', 'Статус кампании', 'Campaign budget', 'Номер кампании', 'Campaign start date', 'Цель кампании'])(
    'is never %s', (name) => expect(campaignNamed(name)).toBeNull())
})

test.each([
  ['Day', 'day'], ['День', 'day'], ['Date', 'date'], ['Дата', 'date'], ['Период', 'date'], ['Week', 'week'], ['Неделя', 'week'],
  ['Month', 'month'], ['Месяц', 'month'], ['Квартал', 'quarter'], ['Reporting starts', 'first'], ['Reporting ends', 'last'],
  ['Начало периода', 'first'], ['Конец периода', 'last'], ['Дата начала', 'first'], ['Дата окончания', 'last'], ['Дата начала отчетности', 'first'],
  ['Дата окончания отчетности', 'last'], ['С', 'first'], ['По', 'last'], ['From', 'first'], ['To', 'last'], ['Start date', 'first'],
  ['End date', 'last'], ['Semana', 'week'], ['Monat', 'month'], ['Datum', 'date'],
  ['Дата создания', null], ['Campaign start date', null], ['Day of week', null], ['Дата публикации', null], ['Cost', null], ['Ends', null],
  ['Дневной бюджет', null], ['Attribution setting', null], ['Показы', null],
])('takes dates named %s as %s', (name, expected) => expect(dateNamed(name)).toBe(expected))
