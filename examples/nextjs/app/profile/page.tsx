'use client'

import { useUser } from '@latchkey/react/next'
import { useState } from 'react'

/** A client component that only signed-in users see. It is in the HTML of the first page already. */
export default function Profile() {
  const user = useUser({ or: 'redirect' })
  const [name, setName] = useState(user.displayName ?? '')
  return (
    <div className="page">
      <h1>{user.displayName ?? 'Nameless'}</h1>
      <p className="lead">Signed in as {user.primaryEmail}</p>
      <form
        className="form"
        action={async () => {
          await user.setDisplayName(name)
        }}
      >
        <label htmlFor="name">Name</label>
        <input id="name" value={name} onChange={(event) => setName(event.target.value)} />
        <button className="button" type="submit">
          Save
        </button>
      </form>
    </div>
  )
}
