import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: Dein Passwort wurde geändert',
  'Your password was changed': 'Dein Passwort wurde geändert',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}}: Zwei-Faktor-Authentifizierung ist eingeschaltet',
  'Two-factor authentication is on': 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}}: Zwei-Faktor-Authentifizierung ist ausgeschaltet',
  'Two-factor authentication is off': 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
  'Two-factor authentication was reset': 'Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Neue Wiederherstellungscodes wurden erstellt',
  'New recovery codes were created': 'Neue Wiederherstellungscodes wurden erstellt',
  'A recovery code was used at {{projectDisplayName}}':
    '{{projectDisplayName}}: Ein Wiederherstellungscode wurde verwendet',
  'A recovery code was used': 'Ein Wiederherstellungscode wurde verwendet',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde die Zwei-Faktor-Authentifizierung für dein Konto bei {{projectDisplayName}} von den Betreibern des Dienstes ausgeschaltet.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'Am {{changedAt}} wurden für dein Konto bei {{projectDisplayName}} neue Wiederherstellungscodes erstellt. Die bisherigen funktionieren nicht mehr.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'Am {{changedAt}} hat sich jemand mit einem deiner Wiederherstellungscodes bei deinem Konto bei {{projectDisplayName}} angemeldet.',
  'Unused recovery codes: {{subject}}': 'Unbenutzte Wiederherstellungscodes: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: Ein Passkey wurde hinzugefügt',
  'A passkey was added': 'Ein Passkey wurde hinzugefügt',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Ein Passkey wurde entfernt',
  'A passkey was removed': 'Ein Passkey wurde entfernt',
  'An email address was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine E-Mail-Adresse wurde hinzugefügt',
  'An email address was added': 'Eine E-Mail-Adresse wurde hinzugefügt',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Deine E-Mail-Adressen wurden geändert',
  'Your email addresses were changed': 'Deine E-Mail-Adressen wurden geändert',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine E-Mail-Adresse wurde entfernt',
  'An email address was removed': 'Eine E-Mail-Adresse wurde entfernt',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine Anmeldemethode wurde hinzugefügt',
  'A sign-in method was added': 'Eine Anmeldemethode wurde hinzugefügt',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine Anmeldemethode wurde entfernt',
  'A sign-in method was removed': 'Eine Anmeldemethode wurde entfernt',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine Anmeldung auf der Kommandozeile wurde bestätigt',
  'A command-line sign-in was approved': 'Eine Anmeldung auf der Kommandozeile wurde bestätigt',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine App hat Zugriff auf dein Konto erhalten',
  'An app got access to your account': 'Eine App hat Zugriff auf dein Konto erhalten',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: Eine Kopie deiner Sitzung wurde abgewiesen',
  'A copy of your session was refused': 'Eine Kopie deiner Sitzung wurde abgewiesen',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde das Passwort deines Kontos bei {{projectDisplayName}} geändert.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde für dein Konto bei {{projectDisplayName}} die Zwei-Faktor-Authentifizierung eingeschaltet.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde für dein Konto bei {{projectDisplayName}} die Zwei-Faktor-Authentifizierung ausgeschaltet.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde deinem Konto bei {{projectDisplayName}} ein Passkey hinzugefügt.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde ein Passkey aus deinem Konto bei {{projectDisplayName}} entfernt.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde deinem Konto bei {{projectDisplayName}} die E-Mail-Adresse {{subject}} hinzugefügt.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde die E-Mail-Adresse {{subject}} deines Kontos bei {{projectDisplayName}} oder ihre Verwendung geändert.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde die E-Mail-Adresse {{subject}} aus deinem Konto bei {{projectDisplayName}} entfernt.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde deinem Konto bei {{projectDisplayName}} die Anmeldung mit {{subject}} hinzugefügt.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde die Anmeldung mit {{subject}} aus deinem Konto bei {{projectDisplayName}} entfernt.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'Am {{changedAt}} wurde einem Kommandozeilenprogramm erlaubt, sich bei deinem Konto bei {{projectDisplayName}} anzumelden.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'Am {{changedAt}} hat {{subject}} Zugriff auf dein Konto bei {{projectDisplayName}} erhalten.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'In deinen Kontoeinstellungen siehst du, was die App darf, und kannst ihr den Zugriff jederzeit entziehen.',
  'Review access': 'Zugriff prüfen',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'Am {{changedAt}} hat jemand versucht, eine Kopie deiner Sitzung bei {{projectDisplayName}} außerhalb deines Browsers zu verwenden. Der Versuch wurde abgewiesen.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Wenn du das warst, musst du nichts tun. Wenn nicht, mach es rückgängig: Das stellt deine bisherigen Anmeldemethoden wieder her und meldet alle von deinem Konto ab.',
  'This wasn’t me: undo it': 'Das war ich nicht: rückgängig machen',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'Der Link funktioniert einmal und läuft in 7 Tagen ab. Wenn er nicht mehr funktioniert, setz dein Passwort zurück und wende dich an {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Wenn du das warst, musst du nichts tun. Wenn nicht, verwende den Link, den wir an die älteste E-Mail-Adresse deines Kontos geschickt haben, oder wende dich an {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Hallo {{userDisplayName}},', 'Hallo,'],
  'If the button does not work, open this link:': 'Wenn die Schaltfläche nicht funktioniert, öffne diesen Link:',
  'Verify your email at {{projectDisplayName}}': 'Bestätige deine E-Mail-Adresse bei {{projectDisplayName}}',
  'Verify your email': 'Bestätige deine E-Mail-Adresse',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'Das Konto {{accountName}} bei {{projectDisplayName}} möchte diese E-Mail-Adresse verwenden. Wenn das dein Konto ist, bestätige bitte die Adresse. Der Link funktioniert 7 Tage lang.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Jemand hat sich mit deiner E-Mail-Adresse bei {{projectDisplayName}} registriert. Warst du das? Dann bestätige bitte die Adresse. Der Link funktioniert 7 Tage lang.',
  'Verify email': 'E-Mail-Adresse bestätigen',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Wenn du das nicht warst, kannst du diese E-Mail ignorieren oder deine Adresse aus dem Konto entfernen lassen.',
  'If this isn’t you, you can ignore this email.': 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
  'This isn’t my account': 'Das ist nicht mein Konto',
  'It wasn’t me': 'Das war ich nicht',
  'Reset your password at {{projectDisplayName}}': 'Setz dein Passwort bei {{projectDisplayName}} zurück',
  'Reset your password': 'Setz dein Passwort zurück',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Jemand, hoffentlich du, hat ein neues Passwort bei {{projectDisplayName}} angefordert. Der Link funktioniert einmal und läuft in einer Stunde ab.',
  'Choose a new password': 'Neues Passwort wählen',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren. Dein Passwort bleibt unverändert.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}':
    'Anmelden bei {{projectDisplayName}}: Dein Code ist {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Anmelden bei {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Gib zum Anmelden diesen Code ein oder verwende die Schaltfläche. Er funktioniert einmal und läuft in zehn Minuten ab.',
  'Sign in': 'Anmelden',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Wenn du dich nicht anmelden wolltest, kannst du diese E-Mail ignorieren. Gib den Code niemals weiter.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Tritt {{teamDisplayName}} bei {{projectDisplayName}} bei',
  'Join {{teamDisplayName}}': 'Tritt {{teamDisplayName}} bei',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Du bist in das Team {{teamDisplayName}} bei {{projectDisplayName}} eingeladen. Der Link funktioniert einmal, 7 Tage lang.',
  'Join the team': 'Dem Team beitreten',
  'If you do not know the team, you can ignore this email.':
    'Wenn du das Team nicht kennst, kannst du diese E-Mail ignorieren.',
  'You are invited to sign in to {{projectDisplayName}}':
    'Du bist eingeladen, dich bei {{projectDisplayName}} anzumelden',
  'Welcome to {{projectDisplayName}}': 'Willkommen bei {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Du bist eingeladen, dich bei {{projectDisplayName}} anzumelden.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Wenn du {{projectDisplayName}} nicht kennst, kannst du diese E-Mail ignorieren.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'Die Zwei-Faktor-Authentifizierung bei {{projectDisplayName}} ändert sich bald',
  'A second factor is about to be removed': 'Ein zweiter Faktor wird bald entfernt',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Jemand, der die E-Mails an eine deiner Adressen liest, hat Änderungen an deinem Konto bei {{projectDisplayName}} rückgängig gemacht, ohne die seitdem eingerichtete Authenticator-App oder den seitdem eingerichteten Passkey zu verwenden. Dieser zweite Faktor wird am {{endsAt}} aus deinem Konto entfernt.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Wenn du das warst, musst du nichts tun. Wenn nicht, melde dich vorher mit diesem zweiten Faktor an, dann bleibt er erhalten, und ändere das Passwort deines E-Mail-Kontos.',
  'This email goes to all addresses of your account.': 'Diese E-Mail geht an alle Adressen deines Kontos.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'Die Zwei-Faktor-Authentifizierung bei {{projectDisplayName}} hat sich geändert',
  'A second factor was removed': 'Ein zweiter Faktor wurde entfernt',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'Am {{endsAt}} wurde der zuletzt eingerichtete zweite Faktor, eine Authenticator-App oder ein Passkey, aus deinem Konto bei {{projectDisplayName}} entfernt, wie drei Tage zuvor angekündigt. Wenn du davor einen anderen hattest, funktioniert er wieder.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Wenn du das nicht warst, wende dich an {{projectDisplayName}}. Diese E-Mail geht an alle Adressen deines Kontos.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} ist dein Code für {{projectDisplayName}}',
  'Confirm your identity': 'Bestätige, dass du es bist',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Gib diesen Code ein, um mit der Änderung an deinem Konto bei {{projectDisplayName}} fortzufahren. Er funktioniert einmal und läuft in zehn Minuten ab.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, ist jemand anderes bei deinem Konto angemeldet: Ändere dein Passwort, das beendet alle anderen Sitzungen.',
  'Your API key at {{projectDisplayName}} was revoked':
    'Dein API-Schlüssel bei {{projectDisplayName}} wurde widerrufen',
  'Your API key was leaked': 'Dein API-Schlüssel ist bekannt geworden',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'Der API-Schlüssel „{{apiKeyDescription}}“ (endet auf {{apiKeyLastFour}}) bei {{projectDisplayName}} wurde an einem öffentlichen Ort gefunden.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'Wir haben ihn widerrufen, er funktioniert also nicht mehr. Erstelle bitte einen neuen und prüfe, ob der alte missbraucht wurde.',
  'You received this email because you manage this key.':
    'Du bekommst diese E-Mail, weil du diesen Schlüssel verwaltest.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{domain}} ist nicht mehr nachgewiesen',
  'A domain is no longer proven': 'Eine Domain ist nicht mehr nachgewiesen',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'Der DNS-Eintrag, der {{domain}} nachweist, fehlt seit einer Woche. Wer eine Adresse dieser Domain hat, wird bei {{projectDisplayName}} nicht mehr zu eurem Identitätsanbieter geleitet.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Um die Domain wieder nachzuweisen, stelle den Eintrag wieder her und prüfe die Domain in den Einstellungen.',
  'You received this email because you look after this domain.':
    'Du bekommst diese E-Mail, weil du dich um diese Domain kümmerst.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{connectionName}} ist eingerichtet',
  'A connection was set up': 'Eine Verbindung wurde eingerichtet',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'Die Verbindung {{connectionName}} wurde mit dem dafür verschickten Link eingerichtet und eingeschaltet. Damit kann man sich jetzt bei {{projectDisplayName}} anmelden.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Wer eine E-Mail-Adresse dieser Domains hat, wird zu ihr geleitet: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Noch ist keine Domain nachgewiesen, deshalb führt keine E-Mail-Adresse zu ihr.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Wenn du damit nicht gerechnet hast, schalte die Verbindung aus und prüfe ihre Einstellungen.',
  'You received this email because you look after this connection.':
    'Du bekommst diese E-Mail, weil du dich um diese Verbindung kümmerst.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} hat sich bei {{teamDisplayName}} ohne den Identitätsanbieter angemeldet',
  'Sign-in without the identity provider': 'Anmeldung ohne den Identitätsanbieter',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} hat sich bei {{projectDisplayName}} mit Passwort und zweitem Faktor angemeldet. Von allen Mitgliedern von {{teamDisplayName}} darf das nur dieses eine.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} darf sich bei {{teamDisplayName}} ohne den Identitätsanbieter anmelden',
  'A member may sign in without the identity provider': 'Ein Mitglied darf sich ohne den Identitätsanbieter anmelden',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} wurde als das eine Mitglied von {{teamDisplayName}} bestimmt, das sich bei {{projectDisplayName}} mit Passwort und zweitem Faktor statt über den Identitätsanbieter anmelden darf.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Wenn du damit nicht gerechnet hast, bestimme in den Einstellungen des Teams ein anderes Mitglied dafür.',
  'You received this email because you look after how the team signs in.':
    'Du bekommst diese E-Mail, weil du dich um die Anmeldung des Teams kümmerst.',
  'You are invited to the project {{ownedDisplayName}}': 'Du bist in das Projekt {{ownedDisplayName}} eingeladen',
  'Join {{ownedDisplayName}}': 'Tritt {{ownedDisplayName}} bei',
  'Hi,': 'Hallo,',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Ein Eigentümer}} lädt dich mit der Rolle {{role}} in das Projekt „{{ownedDisplayName}}“ ein.',
  'You will have the same role in {{otherProjects}} of its team.':
    'Du hast dieselbe Rolle in {{otherProjects}} des Teams.',
  'To accept, use the address that this email was sent to.':
    'Nimm die Einladung mit der Adresse an, an die diese E-Mail geschickt wurde.',
  'Join the project': 'Dem Projekt beitreten',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'Der Link funktioniert einmal und läuft in 7 Tagen ab. Wenn du nicht weißt, wer das ist, ignoriere diese E-Mail.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'Nicht gesendet: {{emailCount}} von {{projectDisplayName}}',
  'Some emails could not be sent': 'Einige E-Mails konnten nicht gesendet werden',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'Am letzten Tag nicht gesendet: {{emailCount}} von {{projectDisplayName}}.',
  'See the reasons': 'Gründe ansehen',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Du bekommst diese E-Mail, weil du Mitglied des Teams bist, dem {{projectDisplayName}} gehört.',
  '{{count}} email': '{{count}} E-Mail',
  '{{count}} emails': '{{count}} E-Mails',
  'the other project': 'dem anderen Projekt',
  'the {{count}} other projects': 'den {{count}} anderen Projekten',
  'Don’t want emails like this?': 'Du möchtest solche E-Mails nicht?',
  Unsubscribe: 'Abbestellen',
  'Undo a change': 'Eine Änderung rückgängig machen',
  'Wasn’t this you?': 'Warst du das nicht?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'Wenn du es rückgängig machst, werden die bisherigen Anmeldemethoden deines Kontos wiederhergestellt und alle abgemeldet. Danach kannst du ein neues Passwort wählen.',
  'Undo and sign out everywhere': 'Rückgängig machen und überall abmelden',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Seitdem wurde eine Authenticator-App eingerichtet. Wenn du sie hast, gib ihren Code ein, um sie jetzt zu entfernen. Sonst wird sie in 72 Stunden entfernt: Wir benachrichtigen alle E-Mail-Adressen deines Kontos, und wer sich vorher mit der App anmeldet, behält sie.',
  'Code from the authenticator app (optional)': 'Code aus der Authenticator-App (optional)',
  'This code is not right. Wait for the next one and try again.':
    'Dieser Code stimmt nicht. Warte auf den nächsten und versuche es erneut.',
  'The change has been undone': 'Die Änderung wurde rückgängig gemacht',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Dein Konto bei {{project}} hat wieder die Anmeldemethoden von vorher, und alle wurden abgemeldet.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'Die Authenticator-App, die seitdem eingerichtet wurde, wird am {{endsAt}} entfernt. Bis dahin braucht man zum Anmelden ihren Code oder, wenn auch Passkeys ein zweiter Faktor sind, einen Passkey.',
  'Choose a new password now, because someone may know the old one.':
    'Wähle jetzt ein neues Passwort, weil jemand das alte kennen könnte.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Setz jetzt dein Passwort bei {{project}} zurück, weil jemand das alte kennen könnte.',
  'This isn’t me': 'Das bin ich nicht',
  'Isn’t this you?': 'Bist du das nicht?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Jemand hat sich bei {{project}} mit deiner E-Mail-Adresse {{email}} registriert.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'Das Konto {{account}} bei {{project}} möchte deine E-Mail-Adresse {{email}} verwenden.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Wenn du das nicht warst, entferne deine Adresse. Das Konto kann sie dann nicht mehr verwenden.',
  'Remove my address': 'Meine Adresse entfernen',
  'Your address has been removed': 'Deine Adresse wurde entfernt',
  'The account at {{project}} can no longer use {{email}}.':
    'Das Konto bei {{project}} kann {{email}} nicht mehr verwenden.',
  'This link has already been used': 'Dieser Link wurde bereits verwendet',
  'There’s nothing left to do.': 'Es gibt nichts mehr zu tun.',
  'Unsubscribe?': 'Abbestellen?',
  'You’ll no longer get marketing emails from {{project}}.':
    'Du bekommst dann keine Werbe-E-Mails von {{project}} mehr.',
  'You’ve unsubscribed': 'Du hast dich abgemeldet',
  'You’ve already unsubscribed': 'Du hast dich bereits abgemeldet',
  'The link is incomplete. Copy the whole link.': 'Der Link ist unvollständig. Kopiere den ganzen Link.',
  'Turn on JavaScript in your browser and open the link again.':
    'Schalte JavaScript in deinem Browser ein und öffne den Link erneut.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Seitdem sind Passkeys dein zweiter Faktor geworden. Die hinzugefügten werden in 72 Stunden entfernt: Wir benachrichtigen alle E-Mail-Adressen deines Kontos, und wer sich vorher mit einem davon anmeldet, behält ihn.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'Die Passkeys, die seitdem hinzugefügt wurden, werden am {{endsAt}} entfernt. Bis dahin braucht man zum Anmelden einen Passkey oder, wenn du eine Authenticator-App hast, einen Code.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Deine Wiederherstellungscodes funktionieren dann nicht mehr. Erstelle danach in den Kontoeinstellungen neue.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Dein Konto hat jetzt keine Wiederherstellungscodes. Erstelle in den Kontoeinstellungen neue.',
  'This link no longer works': 'Dieser Link funktioniert nicht mehr',
  'It has expired. Sign in and check your account settings instead.':
    'Er ist abgelaufen. Melde dich an und sieh stattdessen in deinen Kontoeinstellungen nach.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Er ist unvollständig, oder eine neuere E-Mail hat ihn ersetzt. Öffne die neueste E-Mail und kopiere den ganzen Link.',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Try again in a few minutes.': 'Versuche es in ein paar Minuten noch einmal.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Dein Konto hat eine ältere E-Mail-Adresse als die, an die dieser Link gesendet wurde. Verwende den Link, der an jene Adresse gesendet wurde.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'Die Adresse wurde inzwischen bestätigt. Melde dich an und entferne sie in den Kontoeinstellungen.',
  owner: 'Eigentümer',
  admin: 'Administrator',
  developer: 'Entwickler',
  support: 'Support',
  viewer: 'Betrachter',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Diese Anfrage ist abgelaufen oder wurde in einem anderen Browser begonnen. Fange in der App, von der du kommst, noch einmal an.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'Die App, von der du kommst, hat eine Anfrage gestellt, die dieser Server nicht annimmt ({{error}}). Sag ihren Entwicklern Bescheid.',
  'You cannot be signed in': 'Die Anmeldung ist nicht möglich',
  'Sign out of {{name}}?': 'Von {{name}} abmelden?',
  'Other apps that you opened with this account may sign you out, too.':
    'Andere Apps, die du mit diesem Konto geöffnet hast, melden dich möglicherweise auch ab.',
  'Sign out': 'Abmelden',
  'Stay signed in': 'Angemeldet bleiben',
  'You are signed out': 'Du bist abgemeldet',
  'You can close this page.': 'Du kannst diese Seite schließen.',
}

export default texts
