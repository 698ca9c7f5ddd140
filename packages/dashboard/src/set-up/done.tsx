import { GuideLink } from '../connections/guide-link.tsx'
import { Message } from '../message.tsx'
import { joinNames, listProven, nameProvider, type Setup } from './setup.ts'

export function Done({ setup }: { setup: Setup }) {
  const { connection, project_display_name: app } = setup
  const proven = listProven(setup)
  return (
    <Message
      kind="done"
      title="Done"
      action={
        <p>
          To add and remove people automatically, ask the app’s developer for a directory and follow the{' '}
          <GuideLink preset={setup.preset ?? undefined} about="directory" />.
        </p>
      }
    >
      {proven.length > 0
        ? `People with addresses at ${joinNames(proven)} now sign in to ${app} through ${nameProvider(setup)}.`
        : `${connection.display_name} is on: people can now sign in to ${app} through ${nameProvider(setup)}.`}{' '}
      You can close this page; its link no longer works.
    </Message>
  )
}
