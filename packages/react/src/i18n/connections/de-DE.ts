import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Testen',
  Domain: 'Domain',
  'All identity providers': 'Alle Identitätsanbieter',
  Steps: 'Schritte',
  done: 'erledigt',
  Name: 'Name',
  Delete: 'Löschen',
  'Not set up yet': 'Noch nicht eingerichtet',
  Off: 'Aus',
  'Certificate expired': 'Zertifikat abgelaufen',
  'Metadata unreachable': 'Metadaten nicht erreichbar',
  'Certificate expires {date}': 'Zertifikat läuft am {date} ab',
  'Identity providers': 'Identitätsanbieter',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'Mitglieder melden sich mit dem Identitätsanbieter ihrer Firma an, zum Beispiel Entra ID, Okta oder Google Workspace.',
  'Add identity provider': 'Identitätsanbieter hinzufügen',
  'Last sign-in {time}': 'Letzte Anmeldung: {time}',
  'No sign-ins yet': 'Noch keine Anmeldungen',
  Manage: 'Verwalten',
  "This isn't the name.": 'Das ist nicht der Name.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'Alle, die sich damit angemeldet haben, werden abgemeldet. Ihre Konten bleiben, sind aber auf diesem Weg nicht mehr erreichbar. Das lässt sich nicht rückgängig machen.',
  'First complete the set-up step.': 'Schließe zuerst die Einrichtung ab.',
  'People can sign in with {name}.': 'Die Anmeldung mit {name} ist möglich.',
  'Once it is on, people can sign in with {name}.':
    'Sobald er eingeschaltet ist, ist die Anmeldung mit {name} möglich.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Teste zuerst die Anmeldung, damit niemand bei einem Anbieter landet, der nicht funktioniert.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    'Ausschalten? Alle, die sich damit angemeldet haben, werden abgemeldet, und niemand kann sich mehr damit anmelden.',
  Directory: 'Verzeichnis',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'Der Identitätsanbieter fügt dem Team Personen hinzu und entfernt sie, wenn sie die Firma verlassen (SCIM).',
  'Create token': 'Token erstellen',
  'Your new token': 'Dein neues Token',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Trage es zusammen mit der SCIM-Adresse beim Identitätsanbieter ein. Du kannst es später nicht mehr ansehen.',
  "I've stored the token in a safe place.": 'Ich habe das Token sicher aufbewahrt.',
  'New token': 'Neues Token',
  'Create a new token? The one you have now works for another day.':
    'Neues Token erstellen? Das bisherige funktioniert noch einen Tag lang.',
  'Yes, create it': 'Ja, erstellen',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'Verzeichnis löschen? Sein Token funktioniert dann nicht mehr. Mitglieder bleiben im Team.',
  'SCIM address': 'SCIM-Adresse',
  'Active users: {count}': 'Aktive Personen: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'Das bisherige Token (endet auf {lastFour}) funktioniert bis {date}',
  'Email domains': 'E-Mail-Domains',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Wer auf der Anmeldeseite eine Adresse einer bestätigten Domain eingibt, wird zum Identitätsanbieter geleitet.',
  'Add domain': 'Domain hinzufügen',
  'Enter a domain, such as example.com.': 'Gib eine Domain ein, zum Beispiel example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'Bei dieser Domain kann jeder eine Adresse bekommen, deshalb lässt sie sich nicht verwenden.',
  'Last checked {time}': 'Zuletzt geprüft: {time}',
  'Added {date}': 'Hinzugefügt am {date}',
  'Show record': 'Eintrag anzeigen',
  'The record has to stay. We check it every week.': 'Der Eintrag muss bestehen bleiben. Wir prüfen ihn jede Woche.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Füge diesen TXT-Eintrag dort hinzu, wo das DNS der Domain verwaltet wird.',
  Value: 'Wert',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'Der Eintrag fehlt seit dem {date}. Nach einer Woche gilt die Domain nicht mehr als bestätigt.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '{domain} entfernen? Personen mit einer Adresse dort werden dann nicht mehr zum Identitätsanbieter geleitet.',
  'Check now': 'Jetzt prüfen',
  Verified: 'Bestätigt',
  'Not verified': 'Nicht bestätigt',
  'Record missing': 'Eintrag fehlt',
  'The record was found. The domain is verified.': 'Der Eintrag wurde gefunden. Die Domain ist bestätigt.',
  'The record was not found. It can take an hour until a new record is visible.':
    'Der Eintrag wurde nicht gefunden. Es kann eine Stunde dauern, bis ein neuer Eintrag sichtbar ist.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'Die Nameserver der Domain haben nicht geantwortet. Versuche es in einer Minute noch einmal.',
  'The record was found, but another team has verified this domain.':
    'Der Eintrag wurde gefunden, aber ein anderes Team hat diese Domain bestätigt.',
  'Members see it when they sign in.': 'Mitglieder sehen ihn bei der Anmeldung.',
  'Identity provider': 'Identitätsanbieter',
  'Another one': 'Ein anderer',
  Protocol: 'Protokoll',
  'What most companies use.': 'Das verwenden die meisten Firmen.',
  'Less to set up.': 'Weniger einzurichten.',
  'For providers without OpenID Connect.': 'Für Anbieter ohne OpenID Connect.',
  'Enter the whole URL, including https://.': 'Gib die ganze URL ein, einschließlich https://.',
  'Copy this value from the identity provider.': 'Kopiere diesen Wert vom Identitätsanbieter.',
  Issuer: 'Aussteller (Issuer)',
  'Authorization URL': 'Autorisierungs-URL',
  'Token URL': 'Token-URL',
  'User info URL': 'User-Info-URL',
  'Client ID': 'Client-ID',
  'Client secret': 'Client-Secret',
  'Stored encrypted and never shown again.': 'Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  Scopes: 'Scopes',
  'Separated by spaces. Some providers need one for groups.':
    'Durch Leerzeichen getrennt. Manche Anbieter brauchen einen für Gruppen.',
  Replace: 'Ersetzen',
  'A secret is stored. It is never shown.': 'Ein Secret ist gespeichert. Es wird nie angezeigt.',
  'Metadata URL or XML': 'Metadaten-URL oder XML',
  'Metadata is stored. Enter it again to change these settings.':
    'Metadaten sind gespeichert. Gib sie erneut ein, um diese Einstellungen zu ändern.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Eine URL wird jeden Tag neu gelesen, damit neue Zertifikate rechtzeitig bekannt sind.',
  'Sign-ins may start at the provider': 'Anmeldungen dürfen beim Anbieter beginnen',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Für Kacheln in seinem App-Portal. Sie führen zur Anmeldeseite dieser App.',
  'Save and continue': 'Speichern und weiter',
  'Stop requiring it': 'Nicht mehr verlangen',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    'Nicht mehr verlangen? Mitglieder könnten sich dann wieder mit Passwörtern, Codes und anderen Anbietern anmelden.',
  'Yes, stop requiring it': 'Ja, nicht mehr verlangen',
  'Only through the provider': 'Nur über den Anbieter',
  'Members sign in only with an identity provider of the team.':
    'Mitglieder melden sich nur mit einem Identitätsanbieter des Teams an.',
  'Members choose how they sign in.': 'Die Mitglieder entscheiden, wie sie sich anmelden.',
  '{name} can also sign in with a password and a second factor.':
    '{name} kann sich auch mit Passwort und zweitem Faktor anmelden.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Bevor du das verlangen kannst, schalte einen Identitätsanbieter ein und teste die Anmeldung.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Bevor du das verlangen kannst, brauchen diese Mitglieder eine bestätigte Adresse einer bestätigten Domain oder müssen sich einmal mit dem Identitätsanbieter angemeldet haben: {names}',
  '{names} and {count} more': '{names} und {count} weitere',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Ich möchte mich zusätzlich mit Passwort und zweitem Faktor anmelden können, falls der Anbieter ausfällt.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Alle, die Identitätsanbieter verwalten, bekommen zu jeder solchen Anmeldung eine E-Mail.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    'Verlangen? Passwörter, Codes, Passkeys, andere Anbieter und bestehende API-Schlüssel funktionieren für Mitglieder dann nicht mehr, und wer sich anders angemeldet hat, wird abgemeldet.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Melde dich zuerst selbst mit dem Identitätsanbieter an, damit du dich nicht aussperrst.',
  'At the identity provider': 'Beim Identitätsanbieter',
  'From the identity provider': 'Vom Identitätsanbieter',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Melde dich in einem neuen Tab beim Anbieter an. Du bleibst hier angemeldet, und es wird kein Konto erstellt.',
  'Waiting for you to sign in at {name} …': 'Warten auf deine Anmeldung bei {name} …',
  'Test sign-in': 'Anmeldung testen',
  "It doesn't work yet.": 'Es funktioniert noch nicht.',
  'Account at the provider': 'Konto beim Anbieter',
  Groups: 'Gruppen',
  'Permissions in the team': 'Berechtigungen im Team',
  'It works. This person would have signed in:': 'Es funktioniert. Diese Person hätte sich angemeldet:',
  None: 'Keine',
  '(verified)': '(bestätigt)',
  "(not verified, because its domain isn't)": '(nicht bestätigt, weil ihre Domain es nicht ist)',
  'Not saved: {reason}': 'Nicht gespeichert: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Ohne Verzeichnis bleiben Personen, die die Firma verlassen, angemeldet und ihre API-Schlüssel funktionieren weiter, bis du sie aus dem Team entfernst.',
}

export default texts
