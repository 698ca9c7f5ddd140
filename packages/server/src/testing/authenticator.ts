import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test may break, one property at a time. */
export interface Ceremony {
  challenge: string
  origin: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  /** Flags of the authenticator: user present (1) and user verified (4) by default. */
  flags?: number
  userHandle?: string
  /** The algorithm that the key claims to use; ES256 by default. */
  algorithm?: number
  /** The AAGUID; all zeros by default. */
  aaguid?: string
}

const unknownMaker = '00000000-0000-0000-0000-000000000000'

/** A software passkey like those of devices: ES256, no attestation. */
export class TestAuthenticator {
  readonly credentialId: string
  counter: number
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(counter = 0, idBytes = 16) {
    this.credentialId = randomBytes(idBytes).toString('base64url')
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = keys.privateKey
    this.#publicKey = keys.publicKey
    this.counter = counter
  }

  register(ceremony: Ceremony) {
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#authenticatorData(ceremony, true))],
    ])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  authenticate(ceremony: Ceremony) {
    const data = clientData('webauthn.get', ceremony)
    const authenticatorData = this.#authenticatorData(ceremony, false)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        ...(ceremony.userHandle ? { userHandle: Buffer.from(ceremony.userHandle).toString('base64url') } : {}),
      },
      clientExtensionResults: {},
    }
  }

  #authenticatorData(
    { origin, rpId, flags = 0b101, algorithm, aaguid = unknownMaker }: Ceremony,
    withCredential: boolean,
  ): Buffer {
    const head = Buffer.alloc(37)
    createHash('sha256')
      .update(rpId ?? new URL(origin).hostname)
      .digest()
      .copy(head)
    head[32] = withCredential ? flags | 0b1000000 : flags
    head.writeUInt32BE(this.counter, 33)
    if (!withCredential) return head
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.byteLength)
    return Buffer.concat([head, Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, id, this.#coseKey(algorithm)])
  }

  #coseKey(algorithm = -7): Buffer {
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
    const key = new Map<number, unknown>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    return Buffer.from(isoCBOR.encode(key as never))
  }
}

function clientData(type: string, ceremony: Ceremony): Buffer {
  const { challenge, origin, crossOrigin = false } = ceremony
  return Buffer.from(JSON.stringify({ type: ceremony.type ?? type, challenge, origin, crossOrigin }))
}
