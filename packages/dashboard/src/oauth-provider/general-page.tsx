import { useProjectChanges } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Locked } from '../parts/role.tsx'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { CopyableId } from '../ui/copy.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { type Provider, useAddresses, useProvider } from './provider.ts'
import { ProviderFrame } from './provider-frame.tsx'

export default function GeneralPage() {
  useScrollToPart()
  return (
    <ProviderFrame
      tab="General"
      description="Let people sign in to other apps, AI assistants and devices with the account they have in your app."
    >
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <Locked to="settings">
          <General />
        </Locked>
      </Boundary>
    </ProviderFrame>
  )
}

function General() {
  const provider = useProvider()
  const set = useSwitch()
  return (
    <>
      <Card title="Provider">
        <SwitchField
          label="Let other apps sign users in"
          hint="Only apps that users approve get access, and only to what they approve. You and they can end it at any time."
          checked={provider.isEnabled}
          onChange={(isOn) => set('isEnabled', isOn, isOn ? 'The OAuth provider is on.' : 'The OAuth provider is off.')}
        />
      </Card>
      {provider.isEnabled && <AddressesCard />}
      <IntroductionsCard provider={provider} set={set} />
      <ConsentCard provider={provider} />
    </>
  )
}

type Switch = 'isEnabled' | 'allowMetadataDocuments' | 'allowRegistration'

function useSwitch() {
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  const revision = useConfigRevision()
  return (name: Switch, isOn: boolean, done: string) =>
    void run(() => updateConfig({ [`oauthProvider.${name}`]: isOn }, revision), {
      done,
      undo: (saved) => updateConfig({ [`oauthProvider.${name}`]: !isOn }, saved.revision),
    })
}

function AddressesCard() {
  const { issuer, discovery, metadata } = useAddresses()
  return (
    <Card title="Addresses" description="Most libraries ask for the issuer and find everything else themselves.">
      <Facts
        facts={[
          ['Issuer', <CopyableId key="issuer" id={issuer} name="issuer" />],
          ['OpenID configuration', <CopyableId key="discovery" id={discovery} name="OpenID configuration" />],
          ['OAuth metadata', <CopyableId key="metadata" id={metadata} name="OAuth metadata" />],
        ]}
      />
    </Card>
  )
}

interface IntroductionsCardProps {
  provider: Provider
  set: ReturnType<typeof useSwitch>
}

function IntroductionsCard({ provider, set }: IntroductionsCardProps) {
  return (
    <Card
      title="Clients you have not registered"
      id="unregistered"
      description="Users are always asked for consent, and told that nobody has verified the client."
    >
      <SwitchField
        label="Metadata documents"
        hint="The ID of a client is the URL of a document about it. This is how AI assistants and editors connect to MCP servers."
        checked={provider.allowMetadataDocuments}
        onChange={(isOn) =>
          set(
            'allowMetadataDocuments',
            isOn,
            isOn ? 'Clients with a metadata document can connect.' : 'Clients with a metadata document are refused.',
          )
        }
      />
      <SwitchField
        label="Dynamic registration"
        hint="Lets any client register itself. Turn it on only for clients that support nothing else. Clients without any access after 7 days are deleted."
        checked={provider.allowRegistration}
        onChange={(isOn) =>
          set(
            'allowRegistration',
            isOn,
            isOn ? 'Clients can register themselves.' : 'Clients can no longer register themselves.',
          )
        }
      />
    </Card>
  )
}

function ConsentCard({ provider }: { provider: Provider }) {
  const { updateConfig } = useProjectChanges()
  const draft = useDraft(
    { consentUrl: provider.consentUrl ?? '' },
    {
      revision: useConfigRevision(),
      save: (_, { consentUrl }, revision) =>
        updateConfig({ 'oauthProvider.consentUrl': consentUrl.trim() || null }, revision),
      done: 'The consent page was saved.',
      check: ({ consentUrl }) => ({ consentUrl: findUrlProblem(consentUrl.trim()) }),
      isCheckedOnSave: true,
    },
  )
  return (
    <SaveCard {...draft.bar} title="Consent page" id="consent">
      <div className="ui-form">
        <TextField
          label="URL"
          isMono
          spellCheck={false}
          placeholder="https://app.example.com/handler/oauth-consent"
          hint="The page of your app on which users approve access. Leave it empty to use the one of this server."
          {...draft.text('consentUrl')}
        />
      </div>
    </SaveCard>
  )
}

const findUrlProblem = (text: string) =>
  text === '' || (/^https?:\/\/[^\s\\#]+$/i.test(text) && URL.canParse(text))
    ? undefined
    : 'Enter the whole URL, with https:// in front.'
