/**
 * How administrators set up common identity providers, step by step. The dashboard, `<TeamConnections />` and the guide
 * show the same steps. They are English like the names of menus in these products.
 */
export interface ConnectionPreset {
  id: string
  name: string
  setups: readonly PresetSetup[]
}

export interface PresetSetup {
  type: 'saml' | 'oidc'
  steps: readonly PresetStep[]
}

export interface PresetStep {
  /** What to do. Names of menus, buttons and fields are between double asterisks. */
  text: string
  /** Values of ours that belong into fields there. */
  copy?: readonly { field: string; value: PresetValue }[]
  /** What to enter here afterwards. */
  enter?: readonly PresetField[]
}

export type PresetValue = 'callback_url' | 'entity_id' | 'acs_url' | 'metadata_url'
export type PresetField = 'metadata' | 'issuer' | 'client_id' | 'client_secret'

const samlValues = (entityId: string, acsUrl: string) =>
  [
    { field: entityId, value: 'entity_id' },
    { field: acsUrl, value: 'acs_url' },
  ] as const

export const connectionPresets: readonly ConnectionPreset[] = [
  {
    id: 'entra-id',
    name: 'Microsoft Entra ID',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the Microsoft Entra admin center, open **Entra ID › Enterprise apps › New application › Create your own application**. Enter the name of the app, choose **Integrate any other application you don’t find in the gallery (Non-gallery)** and create it.',
          },
          {
            text: 'Open **Single sign-on** and choose **SAML**. Edit **Basic SAML Configuration**, enter these values and save.',
            copy: samlValues('Identifier (Entity ID)', 'Reply URL (Assertion Consumer Service URL)'),
          },
          {
            text: 'Edit **Attributes & Claims** and open **Unique User Identifier (Name ID)**. Set the name identifier format to **Persistent** and the source attribute to **user.objectid**, so that people keep their accounts when their address changes.',
          },
          {
            text: 'To map groups to roles, choose **Add a group claim › Groups assigned to the application** there. Entra ID sends the object IDs of groups.',
          },
          { text: 'Under **SAML Certificates**, copy the **App Federation Metadata Url**.', enter: ['metadata'] },
          { text: 'Open **Users and groups** and add everybody who may sign in.' },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the Microsoft Entra admin center, open **Entra ID › App registrations › New registration**. Choose **Accounts in this organizational directory only**, the platform **Web** and this redirect URI.',
            copy: [{ field: 'Redirect URI', value: 'callback_url' }],
          },
          {
            text: 'On the **Overview**, copy the **Application (client) ID**. The issuer is https://login.microsoftonline.com/TENANT/v2.0, with the **Directory (tenant) ID** in place of TENANT.',
            enter: ['issuer', 'client_id'],
          },
          {
            text: 'Open **Certificates & secrets › Client secrets › New client secret**. Copy its **Value**, not the **Secret ID**, and note when it expires.',
            enter: ['client_secret'],
          },
          { text: 'Open **Token configuration › Add optional claim**, choose **ID** and add **email**.' },
        ],
      },
    ],
  },
  {
    id: 'okta',
    name: 'Okta',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the Okta Admin Console, open **Applications › Applications › Create App Integration**, choose **SAML 2.0** and enter the name of the app.',
          },
          {
            text: 'Under **Configure SAML**, enter these values. Leave **Default RelayState** empty.',
            copy: [
              { field: 'Single sign-on URL', value: 'acs_url' },
              { field: 'Audience URI (SP Entity ID)', value: 'entity_id' },
            ],
          },
          {
            text: 'Set **Name ID format** to **Persistent**, and **Application username** to **Custom** with the expression user.getInternalProperty("id"), so that people keep their accounts when their address changes.',
          },
          {
            text: 'Under **Attribute Statements**, add **email** with the value user.email and **name** with the value user.displayName. To map groups to roles, add **groups** with the filter **Matches regex** .* under **Group Attribute Statements**.',
          },
          {
            text: 'Finish, open the tab **Sign On** and copy the **Metadata URL**.',
            enter: ['metadata'],
          },
          { text: 'Open the tab **Assignments** and assign everybody who may sign in.' },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the Okta Admin Console, open **Applications › Applications › Create App Integration**. Choose **OIDC - OpenID Connect** and **Web Application**.',
            copy: [{ field: 'Sign-in redirect URIs', value: 'callback_url' }],
          },
          {
            text: 'Save, then copy **Client ID** and **Client secret**. The issuer is the address of your organization, such as https://example.okta.com.',
            enter: ['issuer', 'client_id', 'client_secret'],
          },
          { text: 'Open the tab **Assignments** and assign everybody who may sign in.' },
        ],
      },
    ],
  },
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the Google Admin console, open **Apps › Web and mobile apps › Add app › Add custom SAML app** and enter the name of the app.',
          },
          {
            text: 'Choose **Download metadata**. Google has no URL for it, so enter the content of the file.',
            enter: ['metadata'],
          },
          {
            text: 'Continue to **Service provider details**. Enter these values and set **Name ID format** to **PERSISTENT**.',
            copy: samlValues('Entity ID', 'ACS URL'),
          },
          {
            text: 'Under **Attributes**, map **Primary email** to email, **First name** to firstName and **Last name** to lastName. To map groups to roles, choose them under **Group membership** with the app attribute groups.',
          },
          { text: 'Finish, open **User access** and turn it on for everybody who may sign in.' },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the Google Cloud console, choose a project of your organization and open **Google Auth Platform › Audience**. Choose the user type **Internal**, so that nobody else can sign in.',
          },
          {
            text: 'Open **Clients › Create client**, choose **Web application** and enter this redirect URI.',
            copy: [{ field: 'Authorized redirect URIs', value: 'callback_url' }],
          },
          {
            text: 'Copy **Client ID** and **Client secret**. The issuer is https://accounts.google.com.',
            enter: ['issuer', 'client_id', 'client_secret'],
          },
        ],
      },
    ],
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the admin console, open your realm and **Clients › Create client**. Choose the client type **SAML** and enter these values.',
            copy: samlValues('Client ID', 'Valid redirect URIs'),
          },
          {
            text: 'On the tab **Settings**, set **Name ID format** to **persistent** and turn on **Force POST binding** and **Sign assertions**. **Signature algorithm** stays **RSA_SHA256**.',
            copy: [{ field: 'Master SAML Processing URL', value: 'acs_url' }],
          },
          {
            text: 'On the tab **Keys**, turn off **Client signature required**, or import the certificate from our metadata.',
            copy: [{ field: 'Metadata of the app', value: 'metadata_url' }],
          },
          {
            text: 'On the tab **Client scopes**, open the dedicated scope and add the predefined mappers **X500 email**, **X500 givenName** and **X500 surname**. To map groups to roles, add the mapper **Group list** with the attribute name groups.',
          },
          {
            text: 'The metadata URL is https://HOST/realms/REALM/protocol/saml/descriptor, with your host and realm.',
            enter: ['metadata'],
          },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the admin console, open your realm and **Clients › Create client**. Choose **OpenID Connect**, turn on **Client authentication** and **Standard flow**, and enter this redirect URI.',
            copy: [{ field: 'Valid redirect URIs', value: 'callback_url' }],
          },
          {
            text: 'Copy the **Client ID** and, from the tab **Credentials**, the **Client Secret**. The issuer is https://HOST/realms/REALM, with your host and realm.',
            enter: ['issuer', 'client_id', 'client_secret'],
          },
          {
            text: 'To map groups to roles, open the dedicated scope on the tab **Client scopes** and add the mapper **Group Membership** with the claim name groups.',
          },
        ],
      },
    ],
  },
  {
    id: 'jumpcloud',
    name: 'JumpCloud',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the JumpCloud Admin Portal, open **Access › SSO Applications › Add New Application › Custom Application**. Choose **Manage Single Sign-On (SSO)** and **Configure SSO with SAML**.',
          },
          {
            text: 'Open the tab **SSO**. Choose an **IdP Entity ID** of your own and enter these values.',
            copy: samlValues('SP Entity ID', 'ACS URLs: Default URL'),
          },
          {
            text: 'Set **SAMLSubject NameID Format** to **persistent** and **Signature Algorithm** to **RSA-SHA256**, and choose **Sign: Assertion**.',
          },
          {
            text: 'Under **User Attribute Mapping**, add email with the attribute **email**, firstName with **firstname** and lastName with **lastname**. To map groups to roles, turn on **Include group attribute** and enter groups.',
          },
          { text: 'Save, then choose **Copy Metadata URL** on the tab **SSO**.', enter: ['metadata'] },
          { text: 'Open the tab **User Groups** and choose everybody who may sign in.' },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the JumpCloud Admin Portal, open **Access › SSO Applications › Add New Application › Custom Application**. Choose **Manage Single Sign-On (SSO)** and **Configure SSO with OIDC**.',
          },
          {
            text: 'Open the tab **SSO**. Enter this redirect URI, set the client authentication to **Client Secret Basic** and select the scopes **Email** and **Profile**.',
            copy: [{ field: 'Redirect URIs', value: 'callback_url' }],
          },
          {
            text: 'Activate the app and copy **Client ID** and **Client Secret**. The issuer is https://oauth.id.jumpcloud.com/.',
            enter: ['issuer', 'client_id', 'client_secret'],
          },
          { text: 'Open the tab **User Groups** and choose everybody who may sign in.' },
        ],
      },
    ],
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    setups: [
      {
        type: 'saml',
        steps: [
          {
            text: 'In the OneLogin administration, open **Applications › Add App**, search for **SAML Custom Connector (Advanced)** and add it.',
          },
          {
            text: 'Open **Configuration** and enter these values. **ACS (Consumer) URL Validator** is the same URL as a regular expression. Leave **RelayState** empty.',
            copy: [
              { field: 'Audience (EntityID)', value: 'entity_id' },
              { field: 'Recipient', value: 'acs_url' },
              { field: 'ACS (Consumer) URL', value: 'acs_url' },
            ],
          },
          {
            text: 'Set **SAML initiator** to **Service Provider**, **SAML nameID format** to **Persistent** and **SAML signature element** to **Assertion**.',
          },
          {
            text: 'Open **Parameters** and set **NameID value** to **OneLogin ID**. Add email with the value **Email** and name with the value **Name**, each with **Include in SAML assertion**. To map groups to roles, add groups with the value **User Roles**.',
          },
          {
            text: 'Open **SSO**, set **SAML Signature Algorithm** to **SHA-256** and copy the **Issuer URL**, which is the metadata URL.',
            enter: ['metadata'],
          },
          { text: 'Open **Users** or **Access** and give the app to everybody who may sign in.' },
        ],
      },
      {
        type: 'oidc',
        steps: [
          {
            text: 'In the OneLogin administration, open **Applications › Add App**, search for **OpenId Connect (OIDC)** and add it.',
          },
          {
            text: 'Open **Configuration** and enter this redirect URI.',
            copy: [{ field: 'Redirect URI’s', value: 'callback_url' }],
          },
          {
            text: 'Open **SSO**, set the authentication method of **Token Endpoint** to **Basic**, and copy **Client ID**, **Client Secret** and **Issuer URL**.',
            enter: ['issuer', 'client_id', 'client_secret'],
          },
          { text: 'Open **Users** or **Access** and give the app to everybody who may sign in.' },
        ],
      },
    ],
  },
]

/** The parts of a step: plain text, and between double asterisks the names of things on the screen. */
export function partsOfStep(text: string): { text: string; isName: boolean }[] {
  return text
    .split('**')
    .map((part, index) => ({ text: part, isName: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
