import { clockText, MINUTE } from './calendar.ts'
import type { ContactTable } from '#/server/reference/schema.ts'
import type { Channel } from './channels.ts'
import type { Kind } from './kinds.ts'
import type { SampleObject } from './objects.ts'
import type { Caller, Language, Person } from './people.ts'
import type { Random } from './random.ts'

/** What is said in a written contact. `{topic}`, `{price}`, `{name}` and `{operator}` are put in. */
interface Phrases {
  readonly visitor: string
  /** Turns of visitor and operator, the visitor first. */
  readonly chats: readonly (readonly string[])[]
  readonly sms: readonly string[]
  readonly emails: readonly string[]
  readonly callbacks: readonly string[]
  readonly forms: readonly string[]
  readonly surveys: readonly string[]
  readonly comments: readonly string[]
}

const PHRASES: Readonly<Record<Language, Phrases>> = {
  ru: {
    visitor: 'Посетитель',
    chats: [
      [
        'Здравствуйте! Сколько стоит {topic}?',
        'Добрый день! Меня зовут {operator}. От {price} ₽, точную сумму назовём после осмотра.',
        'А рассрочка есть?',
        'Да, до 12 месяцев без переплаты. Записать вас на субботу?',
        'Сейчас позвоню, удобнее голосом',
      ],
      [
        'Добрый вечер, вы завтра работаете?',
        'Здравствуйте! Да, с 9 до 21. Что вас интересует?',
        '{topic}',
        'Завтра есть время в 12:00 и в 16:30. Какое удобнее?',
        'В 16:30, меня зовут {name}',
        'Записала, {name}. Ждём вас!',
      ],
      [
        'Подскажите, как к вам проехать на машине?',
        'Въезд со двора, парковка бесплатная. Скажите на шлагбауме, что к нам.',
        'Спасибо',
      ],
      ['{topic}, сколько по времени?', 'Обычно около двух часов. Подсказать по цене?', 'Нет, пока думаю'],
      ['Здравствуйте, есть кто-нибудь?'],
    ],
    sms: [
      'Перезвоните пожалуйста, не могу дозвониться. {name}',
      'Подтверждаю запись на завтра',
      'Опоздаю на 15 минут, {name}',
      'Сколько стоит {topic}?',
    ],
    emails: [
      'Здравствуйте!\n\nИнтересует {topic}. Пришлите, пожалуйста, цены и ближайшее свободное время.\n\nС уважением,\n{name}',
      'Добрый день.\n\nВо вложении фото и размеры. Сколько будет стоить {topic} и когда сможете приступить?\n\n{name}',
      'Здравствуйте!\nПрошу выставить счёт на организацию, реквизиты ниже. Вопрос прежний: {topic}.\n\n{name}',
    ],
    callbacks: [
      'Заказан обратный звонок на ближайшее время',
      'Просьба перезвонить завтра после 10:00',
      'Окно «Уже уходите?», тема: {topic}',
    ],
    forms: [
      'Вопрос: сколько стоит {topic}?',
      'Расчёт: {topic}. Бюджет до {price} ₽',
      'Сообщение: перезвоните мне, {topic}',
    ],
    surveys: [
      'Оценка: 5 из 5. Всё объяснили, спасибо!',
      'Оценка: 4 из 5. Долго ждал ответа',
      'Оценка: 2 из 5. Обещали перезвонить и не перезвонили',
      'Оценка: 5 из 5',
    ],
    comments: [
      'Ждёт расчёт до конца дня.',
      'Перезвонить после 18:00, сейчас за рулём.',
      'Уже обращался в прошлом году, поднять карточку.',
      'Сравнивает с другими, просил скидку.',
      'Договорились на субботу, 12:00. Просит чек для вычета.',
      'Не тот город, направили к коллегам.',
    ],
  },
  en: {
    visitor: 'Visitor',
    chats: [
      [
        'Hello! How much is {topic}?',
        'Good afternoon, this is {operator}. From {price}, we can tell exactly after a look.',
        'Do you take instalments?',
        'Yes, up to 12 months. Shall I book you in for Saturday?',
        'I will call you now, easier to talk',
      ],
      [
        'Good evening, are you open tomorrow?',
        'Hello! Yes, from 9 to 9. What do you need?',
        '{topic}',
        'We have 12:00 and 16:30 tomorrow. Which suits you?',
        '16:30 please, my name is {name}',
        'Booked, {name}. See you tomorrow!',
      ],
      ['How do I reach you by car?', 'Drive in from the yard, parking is free.', 'Thanks'],
      ['Hello, is anybody there?'],
    ],
    sms: [
      'Please call me back, I cannot get through. {name}',
      'Confirming tomorrow',
      'I am 15 minutes late, {name}',
    ],
    emails: [
      'Hello,\n\nI am interested in {topic}. Could you send your prices and the next free date?\n\nKind regards,\n{name}',
      'Good morning,\n\nPhotos and sizes are attached. How much is {topic} and when could you start?\n\n{name}',
    ],
    callbacks: [
      'A call back as soon as possible',
      'Please call tomorrow after 10:00',
      'Exit window, topic: {topic}',
    ],
    forms: [
      'Question: how much is {topic}?',
      'Quote: {topic}. Budget up to {price}',
      'Message: call me back, {topic}',
    ],
    surveys: ['Rated 5 of 5. Explained everything, thank you!', 'Rated 3 of 5. Long wait', 'Rated 5 of 5'],
    comments: [
      'Waits for a quote by the end of the day.',
      'Call back after 18:00, driving now.',
      'Was here last year, look up the file.',
      'Compares offers, asked for a discount.',
    ],
  },
}

export interface Speech {
  readonly language: Language
  readonly topic: string
  readonly price: number
  readonly caller: Person
  readonly operator: Person
}

const prices = { ru: new Intl.NumberFormat('ru'), en: new Intl.NumberFormat('en') }

const say = (template: string, { language, topic, price, caller, operator }: Speech) =>
  template
    .replace('{topic}', topic)
    .replace('{price}', prices[language].format(price))
    .replaceAll('{name}', caller.firstName)
    .replace('{operator}', operator.firstName)

type Phrase = 'sms' | 'emails' | 'callbacks' | 'forms' | 'surveys' | 'comments'

export const textOf = (random: Random, phrase: Phrase, speech: Speech): string =>
  say(random.pick(PHRASES[speech.language][phrase]), speech)

const turns = (random: Random, speech: Speech) => {
  const { chats, visitor } = PHRASES[speech.language]
  return random.pick(chats).map((template, index) => ({
    speaker: index % 2 === 0 ? visitor : speech.operator.firstName,
    text: say(template, speech),
  }))
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
const visitorData = (object: SampleObject, { person, region }: Caller) => ({
  name: person.name,
  email: person.email,
  country: object.place.country.name,
  region: region ?? '',
  city: object.place.name,
})

interface Writing {
  readonly random: Random
  readonly object: SampleObject
  readonly caller: Caller
  readonly channel: Channel | null
  readonly speech: Speech
  readonly at: number
}

const nameAndEmail = ({ person }: Caller) => JSON.stringify({ name: person.name, email: person.email })

/** What each kind of contact carries as text and as caller data (API document 2.5, 2.6). */
export const WRITTEN = {
  call: () => ({}),
  userCall: () => ({}),
  // Not every caught form has fields that are known to be a name and an address.
  form: ({ random, caller }) => (random.chance(0.85) ? { custom_data: nameAndEmail(caller) } : {}),
  widgetForm: ({ random, caller, speech }) => ({
    custom_data: nameAndEmail(caller),
    widget_text: textOf(random, 'forms', speech),
  }),
  chat: ({ random, object, caller, speech, at }) => ({
    custom_data: JSON.stringify({ visitor: visitorData(object, caller) }),
    messages: chatMessages(random, speech, at, object.zone.offsetAt(at)),
  }),
  secondChat: ({ random, object, caller, channel, speech }) => ({
    custom_data: JSON.stringify({
      conversation_id: String(random.below(9_000_000) + 1_000_000),
      visitor: visitorData(object, caller),
      source: channel?.title ?? '',
      conversation: chatConversation(random, speech, random.below(900_000) + 100_000),
    }),
  }),
  callback: ({ random, speech }) => ({ widget_text: textOf(random, 'callbacks', speech) }),
  survey: ({ random, speech }) => ({ widget_text: textOf(random, 'surveys', speech) }),
  sms: ({ random, speech }) => ({ sms_message: textOf(random, 'sms', speech) }),
  forwardedSms: ({ random, speech }) => ({ sms_message: textOf(random, 'sms', speech) }),
  email: ({ random, speech }) => ({ email_text: textOf(random, 'emails', speech) }),
} satisfies Record<Kind, (writing: Writing) => Partial<ContactTable>>
