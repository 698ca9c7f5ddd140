import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  listWaysIn,
  openTheft,
  ownerSignsIn,
  ownerSteps,
  postUndoLinksOf,
  thiefSteps,
} from '../../testing/account-theft.ts'
import { providerForTests } from '../../testing/provider-sign-in.ts'

const provider = providerForTests()
const settings = {
  'auth.password.allowSignIn': true,
  'auth.otp.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'apiKeys.enabled': { user: true, team: false },
}

type Names<T> = (keyof T)[]
const thiefStep = fc.record({
  actor: fc.constant('thief' as const),
  name: fc.constantFrom(...(Object.keys(thiefSteps) as Names<typeof thiefSteps>)),
  mailbox: fc.constantFrom<(0 | 1)[]>(0, 1),
})
const ownerStep = fc.record({
  actor: fc.constant('owner' as const),
  name: fc.constantFrom(...(Object.keys(ownerSteps) as Names<typeof ownerSteps>)),
})
/** Without it, nearly all thieves would come to nothing. */
const wayIn = fc.constantFrom<('verify an address' | 'promote an address')[][]>(
  [],
  ['verify an address'],
  ['verify an address', 'promote an address'],
)
const story = fc.array(fc.oneof({ weight: 5, arbitrary: thiefStep }, { weight: 1, arbitrary: ownerStep }), {
  minLength: 1,
  maxLength: 9,
})

test('whoever reads the emails to the senior address ends up with the account, and the thief without a way in', async () => {
  await fc.assert(
    fc.asyncProperty(wayIn, story, fc.boolean(), async (first, steps, isTidy) => {
      const project = await provider.newProject(settings)
      const theft = await openTheft(project, provider.idp)
      const { mailboxes } = theft.loot
      await thiefSteps['add an address'](theft, mailboxes[0])
      for (const name of first) await thiefSteps[name](theft, mailboxes[0])
      for (const step of steps) {
        if (step.actor === 'owner') await ownerSteps[step.name](theft)
        else await thiefSteps[step.name](theft, mailboxes[step.mailbox])
      }

      const isClean = isTidy && (await ownerSteps['remove what is not theirs'](theft))
      if (!isClean) await ownerSteps['post their undo links'](theft)
      for (const mailbox of mailboxes) await postUndoLinksOf(theft, mailbox)
      expect(await listWaysIn(theft)).toEqual([])
      expect(await ownerSignsIn(theft)).toBe(true)
    }),
    { numRuns: 40, seed: 24 },
  )
}, 240_000)
