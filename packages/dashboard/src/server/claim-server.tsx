import { Lock, Server } from 'lucide-react'
import { callAsUser } from '../data/call.ts'
import { reloadOwn, useFirstOwner, useOwnedProjects } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/field.tsx'
import { Card, Empty } from '../ui/page.tsx'

/** For accounts that do not own the server. Until it has an owner, they can become the first one. */
export function ClaimServer() {
  const { is_claimed, needs_setup_code } = useFirstOwner()
  const projects = useOwnedProjects()
  const isOnlyGuest = projects.length > 0 && projects.every(({ owner_role }) => owner_role !== 'owner')
  if (!is_claimed) return <Claim needsCode={needs_setup_code || isOnlyGuest} />
  return (
    <Empty icon={<Lock />} title="This page is for the owners of this server">
      Ask one of them to invite you to the project “Latchkey Dashboard”. Your own projects are not affected.
    </Empty>
  )
}

function Claim({ needsCode }: { needsCode: boolean }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: needsCode && !code.trim() ? 'Enter the setup code.' : undefined }),
    submit: async ({ code }) => {
      await callAsUser('POST /internal/first-owner/claim', { body: needsCode ? { setup_code: code.trim() } : {} })
      await reloadOwn()
    },
  })
  return (
    <Card
      title="This server has no owner yet"
      description="Its owner sees the health of the server and everyone who signs in to this dashboard, and can invite others."
    >
      <Form onSubmit={form.dialog.onSubmit}>
        {needsCode && (
          <TextField
            label="Setup code"
            isMono
            hint="Find it in the server log, or in LATCHKEY_SETUP_CODE."
            spellCheck={false}
            {...form.text('code')}
          />
        )}
        <div className="ui-row">
          <Button variant="primary" type="submit" icon={<Server />} isBusy={form.dialog.isBusy}>
            Become the owner
          </Button>
        </div>
      </Form>
    </Card>
  )
}
