/** Label of a tool with an icon, hidden where the bar wouldn't fit. */
export const toolWordClass = 'desk:max-[1399px]:sr-only'
