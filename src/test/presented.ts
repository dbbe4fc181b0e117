import { setPrivacyMode } from '#/i18n/privacy-mode.ts'

const none = () => ''

/** What a page does while others look on. */
export const whilePresented = async (work: () => Promise<void>) => {
  setPrivacyMode({
    of: '1',
    phone: none,
    sum: '',
    Bar: () => null,
    end: none,
    noSaving: () => 'Nothing is saved in a presentation',
    noCallers: none,
    readable: (raw) => raw,
    masked: () => ({}),
  })
  try {
    await work()
  } finally {
    setPrivacyMode(null)
  }
}
