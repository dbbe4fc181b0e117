/** The word on a tool whose icon says it too: gone where one line would not hold title, views and tools. */
export const toolWordClass = 'desk:max-[1399px]:sr-only'
