import { describe, expect, test } from 'vitest'
import { readSpendText } from './cases-testing.ts'

/* Further layouts of the kinds in `fixtures`. */

describe('layouts of other systems', () => {
  test('Yandex Direct’s report by weeks, whose ends the report cuts off', () => {
    const read = readSpendText(
      'Период: 01.10.2026 - 18.10.2026\n\nНеделя;Кампания;Расход (руб., с НДС)\n28.09.2026 – 04.10.2026;Окна;400\n05.10.2026 – 11.10.2026;Окна;700\n12.10.2026 – 18.10.2026;Окна;1 400,50\nИтого;;2 500,50',
      { source: 'Direct' },
    )
    expect(read.spans).toEqual([
      'Direct / Окна / 2026-09 28–30 = 171.43',
      'Direct / Окна / 2026-10 1–4 = 228.57',
      'Direct / Окна / 2026-10 5–11 = 700',
      'Direct / Окна / 2026-10 12–18 = 1400.5',
    ])
    expect(read).toMatchObject({ sum: 2500.5, left: ['7 total'] })
  })

  test('Google’s weeks by their first day, within the days of the report', () => {
    const read = readSpendText(
      'Campaign report\n"October 1, 2026 - October 18, 2026"\nWeek,Campaign,Cost\n2026-09-28,A,400\n2026-10-05,A,700\n2026-10-12,A,700',
      { source: 'G' },
    )
    expect(read.spans).toEqual(['G / A / 2026-10 1–18 = 1800'])
  })

  test('Google in Russian: names, totals and dashes', () => {
    const read = readSpendText(
      'Отчет о кампаниях\n1 октября 2026 г. - 31 октября 2026 г.\nСостояние кампании\tКампания\tБюджет\tКод валюты\tПоказы\tСредняя цена за клик\tСтоимость\tСтоимость/конв.\nВключено\tОкна\t500,00\tRUB\t1 000\t10,50\t12 345,60\t100,00\nПриостановлено\tДвери\t500,00\tRUB\t0\t --\t --\t --\nВсего: кампании\t --\t --\tRUB\t1 000\t10,50\t12 345,60\t100,00\nВсего: аккаунт\t --\t500,00\tRUB\t1 000\t10,50\t12 345,60\t100,00',
    )
    expect(read).toMatchObject({
      proposed: 'Google Ads',
      sum: 12_345.6,
      left: ['6 total', '7 total'],
      currencies: ['RUB'],
    })
    expect(read.errors).toEqual([{ line: 5, problem: 'no_amount', text: '--' }])
  })

  test('Meta in Russian, with a total row without a name', () => {
    const read = readSpendText(
      'Дата начала отчетности,Дата окончания отчетности,Название кампании,Статус показа,Результаты,Цена за результат,Сумма затрат (RUB),Показы\n2026-10-01,2026-10-31,,,,,"1500,50",1000\n2026-10-01,2026-10-31,Окна,active,3,"500,17","1000,50",700\n2026-10-01,2026-10-31,Двери,inactive,1,500,500,300',
    )
    expect(read).toMatchObject({
      proposed: 'Meta Ads',
      sum: 1500.5,
      left: ['2 nameless_total'],
      currencies: ['RUB'],
    })
    expect(read.spans).toEqual(['Meta Ads / Окна / 2026-10 = 1000.5', 'Meta Ads / Двери / 2026-10 = 500'])
  })

  test('Meta by days: its range is one day', () => {
    const read = readSpendText(
      'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n2026-10-01,2026-10-01,A,10\n2026-10-02,2026-10-02,A,12.5\n2026-10-05,2026-10-05,A,1',
      { source: 'M' },
    )
    expect(read).toMatchObject({ isDaily: true, spans: ['M / A / 2026-10 1–5 = 23.5'] })
  })

  test('VK, with a budget, a status and a summary line', () => {
    const read = readSpendText(
      'Статистика ВКонтакте за 01.10.2026 – 10.10.2026\nID кампании;Название кампании;Статус;Дневной бюджет, ₽;Показы;Клики;eCPC, ₽;Потрачено всего, ₽\n11;Окна VK;Запущена;5000;12000;90;60,35;5 432,15\n12;Двери;Остановлена;5000;100;1;0,85;0,85\nИтого;;;;12100;91;59,70;5 433,00',
    )
    expect(read).toMatchObject({ proposed: 'VK Реклама', sum: 5433, left: ['5 total'], currencies: ['RUB'] })
    expect(read.spans[0]).toBe('VK Реклама / Окна VK / 2026-10 1–10 = 5432.15')
  })

  test('Ozon, whose share of spend and price of an order are no amounts', () => {
    const read = readSpendText(
      '"Период: 01.10.2026 – 31.10.2026. Кабинет Ozon"\n"ID кампании";"Название кампании";"Тип";"Показы";"Ср. цена клика, ₽";"Заказы, ₽";"Расход, ₽, с НДС";"ДРР, %";"Доля рекламных расходов, %"\n"1";"Поиск: окна";"Трафареты";"1000";"12,50";"100 000,00";"12 000,50";"12,0";"100"\n"Всего";"";"";"1000";"12,50";"100 000,00";"12 000,50";"12,0";"100"\n"Данные обновляются раз в сутки"',
    )
    expect(read).toMatchObject({ proposed: 'Ozon', sum: 12_000.5, left: ['4 total', '5 note'], errors: [] })
  })

  test('Avito by its listings: no campaign, no source, several kinds of spend', () => {
    const read = readSpendText(
      'Авито — статистика объявлений\nДата;Номер объявления;Название объявления;Город;Просмотры;Контакты;Расходы на размещение, ₽;Расходы на продвижение, ₽\n01.10.2026;1;Окна;Москва;10;1;100;50\n02.10.2026;2;Двери;Тула;20;2;200;70',
    )
    expect(read).toMatchObject({
      proposed: 'Авито',
      questions: ['amount', 'source'],
      open: ['amount'],
      amounts: [],
    })
  })

  test('German and Spanish names of columns', () => {
    expect(
      readSpendText('Woche;Kampagne;Klicks;Kosten;Durchschnittl. CPC\n05.10.2026;Fenster;7;1.234,50 €;2,00', {
        source: 'G',
      }),
    ).toMatchObject({ spans: ['G / Fenster / 2026-10 5–11 = 1234.5'], currencies: ['EUR'] })
    expect(
      readSpendText(
        'Día;Campaña;Impresiones;Importe gastado (EUR)\n2026-10-05;Ventanas;100;12,5\nTotal;;100;12,5',
        { source: 'M' },
      ),
    ).toMatchObject({ sum: 12.5, currencies: ['EUR'], left: ['3 total'] })
  })
})

describe('a period', () => {
  test.each([
    ['one cell', 'Source;Period;Cost\nA;2026-10-30 – 2026-11-02;400'],
    ['one cell with words', 'Источник;Период;Расход\nA;с 30.10.2026 по 02.11.2026;400'],
    ['two columns', 'Source;Start date;End date;Cost\nA;30.10.2026;02.11.2026;400'],
    ['two columns in Russian', 'Источник;С;По;Расход\nA;30.10.2026;02.11.2026;400'],
    ['the line above the header', 'Отчет с 30.10.2026 по 02.11.2026\nSource;Cost\nA;400'],
    ['two cells above the header', 'Период;30.10.2026;02.11.2026\n\nSource;Clicks;Cost\nA;7;400'],
  ])('from %s is spread over its days', (_, text) =>
    expect(readSpendText(text).spans).toEqual(['A / – / 2026-10 30–31 = 200', 'A / – / 2026-11 1–2 = 200']),
  )

  test('without its end is none: where a campaign began is not when it cost', () => {
    const read = readSpendText('Source;Start date;Cost\nA;30.09.2026;400')
    expect(read).toMatchObject({ mapping: { date: null }, spans: ['A / – / 2026-10 = 400'] })
  })

  test.each([
    ['each campaign has its own', 'A;01.09.2026;31.12.2026;300\nB;05.10.2026;20.10.2026;500'],
    ['some campaigns have no end', 'A;01.09.2026;;300\nB;01.09.2026;31.12.2026;500'],
  ])('is not when campaigns were set to run: %s', (_, lines) =>
    expect(
      readSpendText(`Кампания;Дата начала;Дата окончания;Потрачено, ₽\n${lines}`, { source: 'VK' }),
    ).toMatchObject({ mapping: { date: null, last: null }, sum: 800 }),
  )

  test('in two columns is one where campaigns share it, or have several', () => {
    const shared = 'A;01.10.2026;07.10.2026;70\nB;01.10.2026;07.10.2026;7'
    const several = 'A;01.10.2026;07.10.2026;70\nA;08.10.2026;14.10.2026;7'
    for (const lines of [shared, several])
      expect(
        readSpendText(`Кампания;Дата начала;Дата окончания;Потрачено, ₽\n${lines}`, { source: 'VK' }),
      ).toMatchObject({ mapping: { date: 1, last: 2 }, sum: 77 })
  })

  test('that ends before it begins is told', () =>
    expect(readSpendText('Source;From;To;Cost\nA;02.11.2026;30.10.2026;400').errors).toMatchObject([
      { problem: 'month_unknown' },
    ]))
})
