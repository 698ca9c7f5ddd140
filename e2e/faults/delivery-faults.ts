import { setTimeout as delay } from 'node:timers/promises'
import type { LoadFault } from './fault.ts'
import type { Rig } from './rig.ts'

async function letEmailServer(rig: Rig, mood: Parameters<Rig['emails']['become']>[0], seconds: number): Promise<void> {
  await rig.emails.become(mood)
  await delay(seconds * 1000)
  await rig.emails.become('accepts')
}

export const deliveryFaults: LoadFault[] = [
  {
    id: 'F14',
    name: 'the email server refuses connections for 10 seconds',
    tries: 3,
    strike: (rig) => letEmailServer(rig, 'refuses', 10),
  },
  {
    id: 'F15',
    name: 'the email server cuts the line after it has everything, for 5 seconds',
    tries: 3,
    strike: (rig) => letEmailServer(rig, 'cuts the line after everything has arrived', 5),
  },
  {
    id: 'F16',
    name: 'the email server says nothing for 40 seconds',
    tries: 1,
    strike: (rig) => letEmailServer(rig, 'hangs', 40),
  },
  {
    id: 'F17',
    name: 'the receiver of webhooks fails for 10 seconds',
    tries: 1,
    strike: async ({ webhooks }) => {
      // What was not accepted has not arrived.
      webhooks.respond = (message) => {
        webhooks.received.splice(webhooks.received.indexOf(message), 1)
        return 500
      }
      await delay(10_000)
      webhooks.respond = () => 200
    },
  },
]
