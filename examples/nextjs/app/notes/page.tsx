import { latchkey } from '../../latchkey'
import { saveNote } from './actions'

/** A server component that only signed-in users see. */
export default async function Notes() {
  const user = await latchkey.getUser({ or: 'redirect' })
  const { note = '' } = (user.serverMetadata ?? {}) as { note?: string }
  return (
    <div className="page">
      <h1>My note</h1>
      <form className="form" action={saveNote}>
        <label htmlFor="note">Only you can see it</label>
        <textarea id="note" name="note" rows={6} defaultValue={note} key={note} />
        <button className="button" type="submit">
          Save
        </button>
      </form>
      <p className="lead" role="status">
        {note ? `Saved: ${note}` : 'Nothing written yet.'}
      </p>
    </div>
  )
}
