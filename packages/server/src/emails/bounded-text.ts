/**
 * Names are user input. Line breaks in them must not start a header or a paragraph, and characters that change the writing
 * direction must not change how the rest of the email reads.
 */
export function toOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}

const maxNameLength = 60

/** Keeps names from being used to send messages to the recipient. */
export function boundName(text: string): string {
  const name = [...toOneLine(text)]
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength).join('')}…` : name.join('')
}

/** Whether users choose the value of a variable. */
export function isUserInput(variable: string): boolean {
  return /(?:DisplayName|Description)$/.test(variable)
}

/** A variable of an email. Names and descriptions are user input. */
export function boundVariable(variable: string, text: string): string {
  return isUserInput(variable) ? boundName(text) : toOneLine(text)
}
