'use server'

import { revalidatePath } from 'next/cache'
import { latchkey } from '../../latchkey'

export async function saveNote(form: FormData) {
  // Anybody can call an action, so it checks who is asking, just like the page.
  const user = await latchkey.getUser({ or: 'throw' })
  await user.update({ serverMetadata: { note: String(form.get('note')) } })
  revalidatePath('/notes')
}
