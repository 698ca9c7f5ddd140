import { toast } from './toast.tsx'

/** Pages without HTTPS have no clipboard, and browsers can refuse it. Returns whether the text was copied. */
export async function copyText(text: string, instead = 'Select the text and copy it.'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast(`Copying is not available here. ${instead}`, { tone: 'danger' })
    return false
  }
}

/** For an ID that is not on the page, such as “user ID”. */
export async function copyId(id: string, name: string): Promise<void> {
  if (await copyText(id, `The ${name} is ${id}.`)) toast(`The ${name} was copied.`)
}
