import { useUser } from '@latchkey/react'
import { type FormEvent, useState } from 'react'

const messages = {
  idle: '',
  saving: 'Saving …',
  saved: 'Saved.',
  failed: 'The server could not be reached. Your text is still here. Please try again.',
}

/** Only for signed-in users: others are sent to sign-in and come back here. */
export function Notes() {
  const user = useUser({ or: 'redirect' })
  const [state, setState] = useState<keyof typeof messages>('idle')

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note'))
    setState('saving')
    try {
      // Metadata stores small amounts of app data with a user.
      await user.update({ clientMetadata: { note } })
      setState('saved')
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }

  return (
    <div className="page">
      <p className="eyebrow">Protected page</p>
      <h1>My note</h1>
      <p className="lead">It is saved with your account, so you'll find it wherever you sign in.</p>
      <form className="note" onSubmit={(event) => void save(event)}>
        <label htmlFor="note">What do you want to remember?</label>
        <textarea
          id="note"
          name="note"
          rows={8}
          maxLength={5000}
          defaultValue={noteOf(user.clientMetadata)}
          onInput={() => setState('idle')}
        />
        <div className="note-foot">
          <button className="button" type="submit" aria-disabled={state === 'saving'}>
            Save
          </button>
          <span className="note-state" role="status" data-state={state}>
            {messages[state]}
          </span>
        </div>
      </form>
      <dl className="facts">
        <dt>User ID</dt>
        <dd>{user.id}</dd>
        <dt>Email</dt>
        <dd>{user.primaryEmail ?? 'none'}</dd>
        <dt>Member since</dt>
        <dd>{user.signedUpAt.toLocaleDateString(undefined, { dateStyle: 'long' })}</dd>
      </dl>
    </div>
  )
}

function noteOf(metadata: unknown): string {
  const { note } = (metadata ?? {}) as { note?: unknown }
  return typeof note === 'string' ? note : ''
}
