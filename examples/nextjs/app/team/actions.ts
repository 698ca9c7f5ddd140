'use server'

import { revalidatePath } from 'next/cache'
import { latchkey } from '../../latchkey'

export async function createTeam(form: FormData) {
  const user = await latchkey.getUser({ or: 'throw' })
  await user.createTeam({ displayName: String(form.get('name')) })
  revalidatePath('/team')
}
