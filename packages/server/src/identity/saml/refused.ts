export type SamlRefusal =
  /** Not XML, or not what the standard says. */
  | 'malformed'
  | 'too_large'
  /** A document type, entities, comments or the like. */
  | 'forbidden_markup'
  | 'not_successful'
  | 'assertion_count'
  | 'duplicate_id'
  | 'unsigned'
  | 'signature_shape'
  | 'signature_invalid'
  | 'algorithm'
  | 'encryption_shape'
  | 'not_decrypted'
  | 'issuer'
  | 'audience'
  | 'recipient'
  | 'destination'
  | 'confirmation'
  | 'condition'
  | 'expired'
  | 'not_yet_valid'
  | 'request'
  | 'unsolicited'
  | 'subject'
  | 'metadata'
  | 'metadata_expired'
  | 'certificate'

/** The message is for the administrator of the connection. It may quote what was received. */
export class SamlRefused extends Error {
  readonly reason: SamlRefusal

  constructor(reason: SamlRefusal, message: string) {
    super(message)
    this.name = 'SamlRefused'
    this.reason = reason
  }
}

/** A received value, as short as a sentence needs it. */
export function quote(value: string | null | undefined): string {
  if (!value) return 'nothing'
  return `“${value.length > 200 ? `${value.slice(0, 200)}…` : value}”`
}
