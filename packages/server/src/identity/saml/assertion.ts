import { bearerMethod, namespaces, transientFormat } from './names.ts'
import { quote, SamlRefused } from './refused.ts'
import { attribute, childElements, childrenNamed, findChild, isNamed, textOf } from './xml.ts'

export interface Expected {
  serviceProvider: { entityId: string; acsUrl: string }
  identityProvider: { entityId: string }
  /** The ID of the request that this browser has pending, if there is one. */
  requestId?: string | undefined
  /** Whether a response without a request is accepted: sign-ins that start at the identity provider. */
  allowUnsolicited: boolean
  /** The attribute that says who somebody is. Without one, it is the name ID. */
  subjectAttribute?: string | undefined
  /** By the clock of the database. */
  now: Date
}

export interface SamlSignIn {
  subject: string
  /** By their names, as the provider sent them. */
  attributes: Record<string, string[]>
  assertionId: string
  /** Until when the assertion could be sent again: its ID is kept until then. */
  expiresAt: Date
  sessionIndex: string | undefined
  /** Undefined if the sign-in started at the identity provider. */
  inResponseTo: string | undefined
}

const skewMillis = 60_000
/** Also bounds how long IDs are kept, whatever the provider says. */
const maxAgeMillis = 3600_000
const maxSubjectLength = 256
const saml = namespaces.assertion

/** `assertion` was parsed from exactly what is signed. */
export function readAssertion(assertion: Element, expected: Expected): SamlSignIn {
  const assertionId = attribute(assertion, 'ID')
  if (!isNamed(assertion, saml, 'Assertion') || attribute(assertion, 'Version') !== '2.0' || !assertionId) {
    throw new SamlRefused('malformed', 'The assertion is not one of SAML 2.0.')
  }
  const issuer = textOf(findChild(assertion, saml, 'Issuer'))
  if (issuer !== expected.identityProvider.entityId) {
    throw new SamlRefused(
      'issuer',
      `The assertion is from ${quote(issuer)}, but this connection expects ${quote(expected.identityProvider.entityId)}.`,
    )
  }
  const now = expected.now.getTime()
  const issuedAt = readTime(assertion, 'IssueInstant')
  if (issuedAt === undefined) throw new SamlRefused('malformed', 'The assertion does not say when it was issued.')
  if (issuedAt > now + skewMillis) throw notYetValid(issuedAt)
  if (issuedAt + maxAgeMillis <= now - skewMillis) throw expired(issuedAt + maxAgeMillis)

  const conditionsEnd = checkConditions(assertion, expected)
  const subject = findChild(assertion, saml, 'Subject')
  const confirmation = findConfirmation(subject, expected)
  const sessionIndex = checkStatements(assertion, expected)
  const attributes = readAttributes(assertion)
  const end = Math.min(conditionsEnd, confirmation.end, issuedAt + maxAgeMillis)
  return {
    subject: readSubject(subject, attributes, expected.subjectAttribute),
    attributes,
    assertionId,
    expiresAt: new Date(end + skewMillis),
    sessionIndex,
    inResponseTo: confirmation.inResponseTo,
  }
}

const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

function checkConditions(assertion: Element, { serviceProvider, now }: Expected): number {
  const conditions = findChild(assertion, saml, 'Conditions')
  if (!conditions) throw new SamlRefused('audience', 'The assertion does not say for which application it is.')
  const end = checkTimes(conditions, now)
  for (const condition of childElements(conditions)) {
    if (condition.namespaceURI !== saml || !knownConditions.includes(condition.localName)) {
      throw new SamlRefused('condition', `The assertion has a condition that is not known: ${condition.localName}.`)
    }
  }
  const restrictions = childrenNamed(conditions, saml, 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, saml, 'Audience').map(textOf),
  )
  const isForUs = restrictions.every((audiences) => audiences.includes(serviceProvider.entityId))
  if (restrictions.length === 0 || !isForUs) {
    const audiences = restrictions.flat().join(', ')
    throw new SamlRefused(
      'audience',
      `The assertion is for ${quote(audiences)}. Set the audience (entity ID) to ${serviceProvider.entityId}.`,
    )
  }
  return end
}

/** One is enough. If none fits, the first one says why. */
function findConfirmation(subject: Element | undefined, expected: Expected) {
  const bearers = childrenNamed(subject, saml, 'SubjectConfirmation').filter(
    (confirmation) => attribute(confirmation, 'Method') === bearerMethod,
  )
  let refusal = new SamlRefused('confirmation', 'The assertion has no subject confirmation of the method “bearer”.')
  for (const [index, bearer] of bearers.entries()) {
    try {
      return checkBearer(findChild(bearer, saml, 'SubjectConfirmationData'), expected)
    } catch (error) {
      if (!(error instanceof SamlRefused)) throw error
      if (index === 0) refusal = error
    }
  }
  throw refusal
}

function checkBearer(data: Element | undefined, expected: Expected) {
  const { serviceProvider, requestId, allowUnsolicited, now } = expected
  const recipient = attribute(data, 'Recipient')
  if (!data || recipient !== serviceProvider.acsUrl) {
    throw new SamlRefused(
      'recipient',
      `The assertion is addressed to ${quote(recipient)}. Set the ACS URL to ${serviceProvider.acsUrl}.`,
    )
  }
  const end = checkTimes(data, now)
  if (end === Number.POSITIVE_INFINITY) {
    throw new SamlRefused('confirmation', 'The subject confirmation does not say until when it is valid.')
  }
  const inResponseTo = attribute(data, 'InResponseTo')
  if (inResponseTo === undefined && !allowUnsolicited) {
    throw new SamlRefused(
      'unsolicited',
      'This sign-in was started at the identity provider, which this connection does not allow. Start it in the app.',
    )
  }
  if (inResponseTo !== undefined && inResponseTo !== requestId) {
    throw new SamlRefused('request', 'The assertion belongs to a sign-in that was started elsewhere, or too long ago.')
  }
  return { end, inResponseTo }
}

/** Returns the session index. */
function checkStatements(assertion: Element, { now }: Expected): string | undefined {
  const statements = childrenNamed(assertion, saml, 'AuthnStatement')
  if (statements.length === 0) throw new SamlRefused('malformed', 'The assertion does not say that somebody signed in.')
  for (const statement of statements) {
    const end = readTime(statement, 'SessionNotOnOrAfter')
    if (end !== undefined && end <= now.getTime() - skewMillis) throw expired(end)
  }
  return attribute(statements[0], 'SessionIndex')
}

function readAttributes(assertion: Element): Record<string, string[]> {
  const values = new Map<string, string[]>()
  for (const statement of childrenNamed(assertion, saml, 'AttributeStatement')) {
    for (const element of childrenNamed(statement, saml, 'Attribute')) {
      const name = attribute(element, 'Name')
      if (!name) continue
      const texts = childrenNamed(element, saml, 'AttributeValue').map((value) => value.textContent?.trim() ?? '')
      values.set(name, [...(values.get(name) ?? []), ...texts.filter(Boolean)])
    }
  }
  // Not assigned one by one, because an attribute may be called __proto__.
  return Object.fromEntries(values)
}

function readSubject(
  subject: Element | undefined,
  attributes: Record<string, string[]>,
  subjectAttribute: string | undefined,
): string {
  if (subjectAttribute !== undefined) {
    const values = Object.hasOwn(attributes, subjectAttribute) ? attributes[subjectAttribute]! : []
    if (values.length === 1) return checkSubject(values[0]!)
    throw new SamlRefused(
      'subject',
      `The attribute ${quote(subjectAttribute)} identifies users, but has ${values.length} values. It must have exactly one.`,
    )
  }
  const nameId = findChild(subject, saml, 'NameID')
  const text = textOf(nameId)
  if (!nameId || !text) throw new SamlRefused('subject', 'The assertion has no name ID, so nobody can be recognized.')
  if (attribute(nameId, 'Format') === transientFormat) {
    throw new SamlRefused(
      'subject',
      'The name ID is transient: it changes with every sign-in. Send a persistent one, or choose an attribute that identifies users.',
    )
  }
  return checkSubject(text)
}

function checkSubject(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they can be written as character references.
  if (text.length > maxSubjectLength || /[\u0000-\u001F\u007F]/.test(text)) {
    throw new SamlRefused(
      'subject',
      `What identifies the user is longer than ${maxSubjectLength} characters or no text.`,
    )
  }
  return text
}

/** Returns the end, which may be infinitely far away. */
function checkTimes(element: Element, now: Date): number {
  const start = readTime(element, 'NotBefore')
  const end = readTime(element, 'NotOnOrAfter')
  if (start !== undefined && start > now.getTime() + skewMillis) throw notYetValid(start)
  if (end !== undefined && end <= now.getTime() - skewMillis) throw expired(end)
  return end ?? Number.POSITIVE_INFINITY
}

/** SAML times are in UTC. */
function readTime(element: Element, name: string): number | undefined {
  const text = attribute(element, name)
  if (text === undefined) return undefined
  const millis = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:Z|\+00:00)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(millis)) throw new SamlRefused('malformed', `The time ${quote(text)} is not one of SAML.`)
  return millis
}

function expired(millis: number): SamlRefused {
  return new SamlRefused(
    'expired',
    `The assertion was valid until ${new Date(millis).toISOString()}. Start again, and check the clock of the identity provider.`,
  )
}

function notYetValid(millis: number): SamlRefused {
  return new SamlRefused(
    'not_yet_valid',
    `The assertion is valid from ${new Date(millis).toISOString()}. Check the clock of the identity provider.`,
  )
}
