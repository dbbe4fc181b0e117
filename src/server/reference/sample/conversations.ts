import type { ContactTable } from '#/server/reference/schema.ts'
import { clockText, MINUTE } from './calendar.ts'
import type { SampleChannel } from './channels.ts'
import type { Kind } from './kinds.ts'
import type { SampleObject } from './objects.ts'
import type { SampleCaller, Person } from './people.ts'
import { phrasesOf } from './phrases.ts'
import type { Language } from './places.ts'
import type { Random } from './random.ts'

/**
 * A small grammar of written contacts. `{name}` of a rule stands for one of its alternatives, which are separated by
 * ` | `; `{topic}`, `{detail}`, `{ask}`, `{good}`, `{bad}`, `{after}` and `{offer}` come from the trade, the rest from
 * the contact.
 */
const GRAMMAR: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: {
    visitor: 'Посетитель',
    hello: 'Здравствуйте! | Добрый день! | Добрый вечер! | Здравствуйте.',
    day: 'завтра в 12:00 | завтра после шести | в субботу утром | в пятницу к 10:00 | в среду в 16:30 | послезавтра днём',
    open: '{hello} Сколько стоит {topic}? | {hello} Интересует {topic}. Какая цена? | Подскажите, {topic} — сколько это будет? | {hello} {detail}. Сможете помочь? | {hello} Вопрос такой: {ask} | {hello} {detail}. Нужна цена: {topic}',
    price:
      '{hello} Это {operator}. От {price} ₽, точнее скажем {after}. | {hello} Обычно от {price} ₽, точная сумма {after}. | {hello} {operator}, отвечу сразу: от {price} ₽, остальное {after}.',
    yes: 'Да, {day} подойдёт. Меня зовут {name} | Хорошо, записывайте. {name} | Подходит, спасибо! | Давайте, телефон у вас определился',
    no: 'Спасибо, подумаю | Сейчас позвоню, так быстрее | Сравню и вернусь | Дорого, спасибо | Понятно, посоветуюсь дома',
    bye: 'Записали, {name}. До встречи! | Отлично, ждём. | Спасибо! Накануне пришлём сообщение.',
    lonely: 'Здравствуйте, есть кто-нибудь? | {topic} | Алло',
    sms: 'Перезвоните, пожалуйста, насчёт: {topic}. {name} | {detail}. Жду звонка, {name} | Не могу до вас дозвониться. {name} | Подтверждаю, {day} | Задержусь на 15 минут, {name} | Сколько стоит {topic}? | Всё в силе, {day}? {name}',
    email:
      '{hello}\n\n{detail}. Сколько будет стоить {topic}?\n{ask}\n\nС уважением,\n{name} | {hello}\n\nИнтересует {topic}. {ask}\n\n{name} | {hello}\nПрошу прислать счёт на организацию: {topic}. {detail}.\n\n{name} | {hello}\n\nПисал вам на прошлой неделе, ответа нет. Вопрос прежний: {ask}\n\n{name}',
    callback:
      'Заказан обратный звонок на ближайшее время | Просьба перезвонить {day} | Окно «Уже уходите?», тема: {topic} | Обратный звонок, страница «{topic}»',
    form: 'Вопрос: {ask} | Расчёт: {topic}. {detail} | Сообщение: перезвоните {day}, {topic} | Бюджет до {price} ₽, {topic} | Комментарий: {detail}',
    survey:
      'Оценка: 5 из 5. {good} | Оценка: 5 из 5 | Оценка: 4 из 5. {good} | Оценка: 5 из 5. {good} | Оценка: 3 из 5. {bad} | Оценка: 2 из 5. {bad}',
    comment:
      'Ждёт расчёт: {topic}. | Перезвонить {day}. | Договорились {day}, {topic}. | {detail}. Перезвонить с ценой. | Сравнивает с другими, просил скидку. | Спрашивал: {ask} | Уже обращался, поднять карточку. | Не тот город, направили к коллегам. | {detail}. Думает до выходных.',
  },
  en: {
    visitor: 'Visitor',
    hello: 'Hello! | Good morning! | Good afternoon!',
    day: 'tomorrow at noon | tomorrow after six | on Saturday morning | on Wednesday at 16:30',
    open: '{hello} How much is {topic}? | {hello} It is about {detail}. Can you help? | {hello} A question: {ask} | {hello} I am looking for {topic}, what does it cost?',
    price:
      '{hello} This is {operator}. From €{price}, exactly {after}. | {hello} Usually from €{price}; the exact sum {after}.',
    yes: 'Yes, {day} is fine. My name is {name} | That suits me, thank you! | Please do. {name}',
    no: 'Thanks, I will think about it | I will call you, that is quicker | I will compare and come back | Too dear, thanks',
    bye: 'Booked, {name}. See you then! | Perfect. | Thank you! We will write the day before.',
    lonely: 'Hello, is anybody there? | {topic}',
    sms: 'Please call me back about {topic}. {name} | I cannot get through. {name} | Confirming {day} | I am 15 minutes late, {name}',
    email:
      '{hello}\n\nIt is about {detail}. How much is {topic}?\n{ask}\n\nKind regards,\n{name} | {hello}\n\nI am interested in {topic}. {ask}\n\n{name} | {hello}\n\nI wrote last week and have had no answer: {ask}\n\n{name}',
    callback: 'A call back as soon as possible | Please call {day} | Exit window, topic: {topic}',
    form: 'Question: {ask} | Quote: {topic}; {detail} | Message: call me {day}, {topic} | Budget up to €{price}, {topic}',
    survey: 'Rated 5 of 5. {good} | Rated 5 of 5 | Rated 4 of 5. {good} | Rated 2 of 5. {bad}',
    comment:
      'Waits for a quote: {topic}. | Call back {day}. | Compares offers, asked for a discount. | Asked: {ask} | {detail}. Call with a price. | Was here before, look up the file.',
  },
}
const RULES = {
  ru: new Map(Object.entries(GRAMMAR.ru).map(([name, text]) => [name, text.split(' | ')])),
  en: new Map(Object.entries(GRAMMAR.en).map(([name, text]) => [name, text.split(' | ')])),
}

/** Who speaks, and of what: the same topic, price and people throughout a contact. */
export interface Speech {
  readonly object: SampleObject
  readonly topic: string
  readonly price: number
  readonly caller: Person
  readonly operator: Person
  /** The day that was offered, once one was. */
  readonly day?: string
}

const prices = { ru: new Intl.NumberFormat('ru'), en: new Intl.NumberFormat('en') }
/** Sentences begin with a capital, also where a phrase that is none was put in. */
const withCapitals = (text: string) =>
  text.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, first: string) => before + first.toUpperCase())

/** A sentence of the grammar, by the name of its rule. */
export const say = (random: Random, rule: string, speech: Speech): string => {
  const { object, topic, price, caller, operator } = speech
  const { language, trade } = object
  const words = phrasesOf(trade)[language]
  const put = (name: string): string => {
    switch (name) {
      case 'topic':
        return topic
      case 'price':
        return prices[language].format(price)
      case 'name':
        return caller.firstName
      case 'day':
        return speech.day ?? random.pick(RULES[language].get(name) ?? [''])
      case 'operator':
        return operator.firstName
      case 'detail':
        return random.pick(words.details)
      case 'ask':
        return random.pick(words.asks)[0]
      case 'good':
      case 'bad':
        return random.pick(words[name])
      case 'after':
        return words.after
      default:
        return expand(random.pick(RULES[language].get(name) ?? ['']))
    }
  }
  const expand = (template: string): string =>
    template.includes('{') ? template.replaceAll(/\{(\w+)\}/g, (_, name: string) => put(name)) : template
  return withCapitals(expand(random.pick(RULES[language].get(rule) ?? [''])))
}

/** A dialog: opened, answered with a price, some questions, an offer that is taken or not; some are never answered. */
const turns = (random: Random, speech: Speech): { speaker: string; text: string }[] => {
  const { language, trade } = speech.object
  const words = phrasesOf(trade)[language]
  const visitor = { speaker: GRAMMAR[language].visitor ?? '' }
  const operator = { speaker: speech.operator.firstName }
  if (random.chance(0.06)) return [{ ...visitor, text: say(random, 'lonely', speech) }]
  const first = random.below(words.asks.length)
  const asked = Array.from(
    { length: random.weighted([25, 40, 25, 10]) },
    (_, index) => words.asks[(first + index) % words.asks.length],
  )
  const isBooked = random.chance(0.5)
  const day = random.pick(RULES[language].get('day') ?? [''])
  return [
    { ...visitor, text: say(random, 'open', speech) },
    { ...operator, text: say(random, 'price', speech) },
    ...asked.flatMap((pair) =>
      pair
        ? [
            { ...visitor, text: pair[0] },
            { ...operator, text: pair[1] },
          ]
        : [],
    ),
    ...(random.chance(0.75)
      ? [
          { ...operator, text: words.offer.replace('{day}', day) },
          { ...visitor, text: say(random, isBooked ? 'yes' : 'no', { ...speech, day }) },
          ...(isBooked ? [{ ...operator, text: say(random, 'bye', speech) }] : []),
        ]
      : []),
  ]
}

/**
 * A dialog of the first chat service as `messages` holds it: `Speaker (HH:MM): text`, a line per message. A dialog is
 * recorded when it ends, at `at`.
 */
const chatMessages = (random: Random, speech: Speech, at: number, offset: number): string =>
  turns(random, speech)
    .map(({ speaker, text }, index, all) => {
      const time = clockText(at - (all.length - 1 - index) * MINUTE, offset)
      return `${speaker} (${time}): ${text}`
    })
    .join('\n')

/** A dialog of the second chat service as `custom_data.conversation` holds it: a JSON map of message id to text. */
const chatConversation = (random: Random, speech: Speech, firstId: number): string =>
  JSON.stringify(
    Object.fromEntries(
      turns(random, speech).map(({ speaker, text }, index) => [
        String(firstId + index),
        `${speaker}: ${text}`,
      ]),
    ),
  )

/** Caller data of chats and forms (API document 2.6). */
const visitorData = (object: SampleObject, { person, region }: SampleCaller) => ({
  name: person.name,
  email: person.email,
  country: object.place.country.name,
  region: region ?? '',
  city: object.place.name,
})
const nameAndEmail = ({ person }: SampleCaller) => JSON.stringify({ name: person.name, email: person.email })

interface Writing {
  readonly random: Random
  readonly caller: SampleCaller
  readonly channel: SampleChannel | null
  readonly speech: Speech
  readonly at: number
}

/** What each kind of contact carries as text and as caller data (API document 2.5, 2.6). */
export const WRITTEN = {
  call: () => ({}),
  userCall: () => ({}),
  // Not every caught form has fields that are known to be a name and an address.
  form: ({ random, caller }) => (random.chance(0.85) ? { custom_data: nameAndEmail(caller) } : {}),
  widgetForm: ({ random, caller, speech }) => ({
    custom_data: nameAndEmail(caller),
    widget_text: say(random, 'form', speech),
  }),
  chat: ({ random, caller, speech, at }) => ({
    custom_data: JSON.stringify({ visitor: visitorData(speech.object, caller) }),
    messages: chatMessages(random, speech, at, speech.object.zone.offsetAt(at)),
  }),
  secondChat: ({ random, caller, channel, speech }) => ({
    custom_data: JSON.stringify({
      conversation_id: String(random.below(9_000_000) + 1_000_000),
      visitor: visitorData(speech.object, caller),
      source: channel?.title ?? '',
      conversation: chatConversation(random, speech, random.below(900_000) + 100_000),
    }),
  }),
  callback: ({ random, speech }) => ({ widget_text: say(random, 'callback', speech) }),
  survey: ({ random, speech }) => ({ widget_text: say(random, 'survey', speech) }),
  sms: ({ random, speech }) => ({ sms_message: say(random, 'sms', speech) }),
  forwardedSms: ({ random, speech }) => ({ sms_message: say(random, 'sms', speech) }),
  email: ({ random, speech }) => ({ email_text: say(random, 'email', speech) }),
} satisfies Record<Kind, (writing: Writing) => Partial<ContactTable>>
