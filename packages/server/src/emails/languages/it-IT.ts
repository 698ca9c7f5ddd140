import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: La tua password è stata modificata',
  'Your password was changed': 'La tua password è stata modificata',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}}: L’autenticazione a due fattori è attiva',
  'Two-factor authentication is on': 'L’autenticazione a due fattori è attiva',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}}: L’autenticazione a due fattori è disattivata',
  'Two-factor authentication is off': 'L’autenticazione a due fattori è disattivata',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: L’autenticazione a due fattori è stata reimpostata',
  'Two-factor authentication was reset': 'L’autenticazione a due fattori è stata reimpostata',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Sono stati creati nuovi codici di recupero',
  'New recovery codes were created': 'Sono stati creati nuovi codici di recupero',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: È stato usato un codice di recupero',
  'A recovery code was used': 'È stato usato un codice di recupero',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'Il {{changedAt}} l’autenticazione a due fattori del tuo account su {{projectDisplayName}} è stata disattivata da chi gestisce il servizio.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'Il {{changedAt}} sono stati creati nuovi codici di recupero per il tuo account su {{projectDisplayName}} e quelli precedenti non funzionano più.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'Il {{changedAt}} qualcuno ha effettuato l’accesso al tuo account su {{projectDisplayName}} con uno dei tuoi codici di recupero.',
  'Unused recovery codes: {{subject}}': 'Codici di recupero non usati: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: È stata aggiunta una passkey',
  'A passkey was added': 'È stata aggiunta una passkey',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: È stata rimossa una passkey',
  'A passkey was removed': 'È stata rimossa una passkey',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}: È stato aggiunto un indirizzo email',
  'An email address was added': 'È stato aggiunto un indirizzo email',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: I tuoi indirizzi email sono stati modificati',
  'Your email addresses were changed': 'I tuoi indirizzi email sono stati modificati',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: È stato rimosso un indirizzo email',
  'An email address was removed': 'È stato rimosso un indirizzo email',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: È stato aggiunto un metodo di accesso',
  'A sign-in method was added': 'È stato aggiunto un metodo di accesso',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: È stato rimosso un metodo di accesso',
  'A sign-in method was removed': 'È stato rimosso un metodo di accesso',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: È stato approvato un accesso dalla riga di comando',
  'A command-line sign-in was approved': 'È stato approvato un accesso dalla riga di comando',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Un’app ha ottenuto l’accesso al tuo account',
  'An app got access to your account': 'Un’app ha ottenuto l’accesso al tuo account',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: È stata rifiutata una copia della tua sessione',
  'A copy of your session was refused': 'È stata rifiutata una copia della tua sessione',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'Il {{changedAt}} la password del tuo account su {{projectDisplayName}} è stata modificata.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'Il {{changedAt}} è stata attivata l’autenticazione a due fattori per il tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'Il {{changedAt}} è stata disattivata l’autenticazione a due fattori per il tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'Il {{changedAt}} è stata aggiunta una passkey al tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'Il {{changedAt}} è stata rimossa una passkey dal tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Il {{changedAt}} l’indirizzo email {{subject}} è stato aggiunto al tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Il {{changedAt}} l’indirizzo email {{subject}} del tuo account su {{projectDisplayName}}, o il modo in cui viene usato, è stato modificato.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Il {{changedAt}} l’indirizzo email {{subject}} è stato rimosso dal tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'Il {{changedAt}} l’accesso con {{subject}} è stato aggiunto al tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Il {{changedAt}} l’accesso con {{subject}} è stato rimosso dal tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'Il {{changedAt}} un programma da riga di comando è stato autorizzato ad accedere al tuo account su {{projectDisplayName}}.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'Il {{changedAt}} {{subject}} ha ottenuto l’accesso al tuo account su {{projectDisplayName}}.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'Nelle impostazioni del tuo account puoi vedere che cosa può fare e revocarle l’accesso in qualsiasi momento.',
  'Review access': 'Controlla l’accesso',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'Il {{changedAt}} qualcuno ha provato a usare una copia della tua sessione su {{projectDisplayName}} al di fuori del tuo browser. Il tentativo è stato rifiutato.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Se sei stato tu, non devi fare nulla. In caso contrario, annulla la modifica: vengono ripristinati i metodi di accesso precedenti e tutti vengono disconnessi dal tuo account.',
  'This wasn’t me: undo it': 'Non sono stato io: annulla',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'Il link funziona una sola volta e scade tra 7 giorni. Se non funziona più, reimposta la password e contatta {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Se sei stato tu, non devi fare nulla. In caso contrario, usa il link che abbiamo inviato all’indirizzo email più vecchio del tuo account oppure contatta {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Ciao {{userDisplayName}},', 'Ciao,'],
  'If the button does not work, open this link:': 'Se il pulsante non funziona, apri questo link:',
  'Verify your email at {{projectDisplayName}}': 'Verifica la tua email su {{projectDisplayName}}',
  'Verify your email': 'Verifica la tua email',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'L’account {{accountName}} su {{projectDisplayName}} vuole usare questo indirizzo email. Se l’account è tuo, verifica l’indirizzo. Il link funziona per 7 giorni.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Qualcuno si è registrato su {{projectDisplayName}} con il tuo indirizzo email. Sei stato tu? Allora verifica l’indirizzo. Il link funziona per 7 giorni.',
  'Verify email': 'Verifica email',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Se non sei tu, puoi ignorare questa email o far rimuovere il tuo indirizzo da quell’account.',
  'If this isn’t you, you can ignore this email.': 'Se non sei tu, puoi ignorare questa email.',
  'This isn’t my account': 'Questo account non è mio',
  'It wasn’t me': 'Non sono stato io',
  'Reset your password at {{projectDisplayName}}': 'Reimposta la tua password su {{projectDisplayName}}',
  'Reset your password': 'Reimposta la tua password',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Qualcuno, si spera tu, ha richiesto una nuova password su {{projectDisplayName}}. Il link funziona una sola volta e scade tra un’ora.',
  'Choose a new password': 'Scegli una nuova password',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Se non l’hai richiesta tu, puoi ignorare questa email. La tua password non cambierà.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}': 'Accedi a {{projectDisplayName}}: il tuo codice è {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Accedi a {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Inserisci questo codice per accedere oppure usa il pulsante. Funziona una sola volta e scade tra dieci minuti.',
  'Sign in': 'Accedi',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Se non hai cercato di accedere, puoi ignorare questa email. Non condividere mai il codice con nessuno.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Unisciti a {{teamDisplayName}} su {{projectDisplayName}}',
  'Join {{teamDisplayName}}': 'Unisciti a {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Hai ricevuto un invito al team {{teamDisplayName}} su {{projectDisplayName}}. Il link funziona una sola volta, per 7 giorni.',
  'Join the team': 'Unisciti al team',
  'If you do not know the team, you can ignore this email.': 'Se non conosci il team, puoi ignorare questa email.',
  'You are invited to sign in to {{projectDisplayName}}': 'Hai ricevuto un invito ad accedere a {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': 'Ti diamo il benvenuto su {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Hai ricevuto un invito ad accedere a {{projectDisplayName}}.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Se non conosci {{projectDisplayName}}, puoi ignorare questa email.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'L’autenticazione a due fattori su {{projectDisplayName}} sta per cambiare',
  'A second factor is about to be removed': 'Un secondo fattore sta per essere rimosso',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Qualcuno che legge le email di uno dei tuoi indirizzi ha annullato delle modifiche al tuo account su {{projectDisplayName}}, senza l’app di autenticazione o la passkey configurata nel frattempo. Questo secondo fattore verrà rimosso dal tuo account il {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Se sei stato tu, non devi fare nulla. In caso contrario, accedi prima di allora con questo secondo fattore, così verrà mantenuto, e cambia la password del tuo account di posta.',
  'This email goes to all addresses of your account.':
    'Questa email viene inviata a tutti gli indirizzi del tuo account.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'L’autenticazione a due fattori su {{projectDisplayName}} è cambiata',
  'A second factor was removed': 'È stato rimosso un secondo fattore',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'Il {{endsAt}} l’app di autenticazione o la passkey configurata per ultima è stata rimossa dal tuo account su {{projectDisplayName}}, come annunciato tre giorni prima. Se prima avevi un altro secondo fattore, funziona di nuovo.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Se non sei stato tu, contatta {{projectDisplayName}}. Questa email viene inviata a tutti gli indirizzi del tuo account.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} è il tuo codice per {{projectDisplayName}}',
  'Confirm your identity': 'Conferma la tua identità',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Per proseguire con la modifica del tuo account su {{projectDisplayName}}, inserisci questo codice. Funziona una sola volta e scade tra dieci minuti.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'Non condividere mai questo codice con nessuno. Se non l’hai richiesto tu, qualcun altro ha effettuato l’accesso al tuo account: cambia la password e tutte le altre sessioni verranno chiuse.',
  'Your API key at {{projectDisplayName}} was revoked': 'La tua chiave API su {{projectDisplayName}} è stata revocata',
  'Your API key was leaked': 'La tua chiave API è stata divulgata',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'La chiave API “{{apiKeyDescription}}” (che termina con {{apiKeyLastFour}}) su {{projectDisplayName}} è stata trovata in un luogo pubblico.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'L’abbiamo revocata, quindi non funziona più. Creane una nuova e controlla se quella vecchia è stata usata in modo improprio.',
  'You received this email because you manage this key.': 'Hai ricevuto questa email perché gestisci questa chiave.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{domain}} non è più verificato su {{projectDisplayName}}',
  'A domain is no longer proven': 'Un dominio non è più verificato',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'Il record DNS che verifica {{domain}} manca da una settimana. Chi ha un indirizzo di questo dominio non viene più indirizzato al vostro provider di identità su {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Per verificare di nuovo il dominio, ripristina il record e controlla il dominio nelle impostazioni.',
  'You received this email because you look after this domain.':
    'Hai ricevuto questa email perché ti occupi di questo dominio.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{connectionName}} è configurata su {{projectDisplayName}}',
  'A connection was set up': 'È stata configurata una connessione',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'La connessione {{connectionName}} è stata configurata con il link inviato a questo scopo e attivata. Ora è possibile usarla per accedere a {{projectDisplayName}}.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Chi ha un indirizzo email di questi domini viene indirizzato alla connessione: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Nessun dominio è ancora verificato, quindi nessun indirizzo email porta alla connessione.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Se non te lo aspettavi, disattiva la connessione e controlla le sue impostazioni.',
  'You received this email because you look after this connection.':
    'Hai ricevuto questa email perché ti occupi di questa connessione.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} ha effettuato l’accesso a {{teamDisplayName}} senza il provider di identità',
  'Sign-in without the identity provider': 'Accesso senza il provider di identità',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} ha effettuato l’accesso a {{projectDisplayName}} con password e secondo fattore. Tra i membri di {{teamDisplayName}}, solo questa persona può farlo.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} può accedere a {{teamDisplayName}} senza il provider di identità',
  'A member may sign in without the identity provider': 'Un membro può accedere senza il provider di identità',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} è l’unico membro di {{teamDisplayName}} scelto per accedere a {{projectDisplayName}} con password e secondo fattore invece che con il provider di identità.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Se non te lo aspettavi, scegli un altro membro nelle impostazioni del team.',
  'You received this email because you look after how the team signs in.':
    'Hai ricevuto questa email perché ti occupi di come il team effettua l’accesso.',
  'You are invited to the project {{ownedDisplayName}}': 'Hai ricevuto un invito al progetto {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': 'Unisciti a {{ownedDisplayName}}',
  'Hi,': 'Ciao,',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Un proprietario}} ti invita al progetto “{{ownedDisplayName}}” con il ruolo {{role}}.',
  'You will have the same role in {{otherProjects}} of its team.':
    'Avrai lo stesso ruolo in {{otherProjects}} del team.',
  'To accept, use the address that this email was sent to.':
    'Per accettare, usa l’indirizzo a cui è stata inviata questa email.',
  'Join the project': 'Unisciti al progetto',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'Il link funziona una sola volta e scade tra 7 giorni. Se non sai chi sia, ignora questa email.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'Invio non riuscito: {{emailCount}} da {{projectDisplayName}}',
  'Some emails could not be sent': 'Alcune email non sono state inviate',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'Invio non riuscito nell’ultimo giorno: {{emailCount}} da {{projectDisplayName}}.',
  'See the reasons': 'Vedi i motivi',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Hai ricevuto questa email perché fai parte del team proprietario di {{projectDisplayName}}.',
  '{{count}} email': '{{count}} email',
  '{{count}} emails': '{{count}} email',
  'the other project': 'l’altro progetto',
  'the {{count}} other projects': 'gli altri {{count}} progetti',
  'Don’t want emails like this?': 'Non vuoi ricevere email come questa?',
  Unsubscribe: 'Annulla l’iscrizione',
  'Undo a change': 'Annulla una modifica',
  'Wasn’t this you?': 'Non sei stato tu?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'Annullando la modifica vengono ripristinati i metodi di accesso che il tuo account aveva prima e tutti vengono disconnessi. Poi potrai scegliere una nuova password.',
  'Undo and sign out everywhere': 'Annulla e disconnetti ovunque',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Nel frattempo è stata configurata un’app di autenticazione. Se ce l’hai, inserisci il suo codice per rimuoverla ora. Altrimenti verrà rimossa tra 72 ore: avviseremo tutti gli indirizzi email del tuo account e, se qualcuno accede prima con l’app, verrà mantenuta.',
  'Code from the authenticator app (optional)': 'Codice dell’app di autenticazione (facoltativo)',
  'This code is not right. Wait for the next one and try again.':
    'Questo codice non è corretto. Attendi il prossimo e riprova.',
  'The change has been undone': 'La modifica è stata annullata',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Il tuo account su {{project}} ha di nuovo i metodi di accesso di prima e tutti sono stati disconnessi.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'L’app di autenticazione configurata nel frattempo verrà rimossa il {{endsAt}}. Fino ad allora per accedere serve il suo codice, oppure una passkey se anche le passkey sono un secondo fattore.',
  'Choose a new password now, because someone may know the old one.':
    'Scegli subito una nuova password, perché qualcuno potrebbe conoscere quella vecchia.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Reimposta subito la tua password su {{project}}, perché qualcuno potrebbe conoscere quella vecchia.',
  'This isn’t me': 'Non sono io',
  'Isn’t this you?': 'Non sei tu?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Qualcuno si è registrato su {{project}} con il tuo indirizzo email {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'L’account {{account}} su {{project}} vuole usare il tuo indirizzo email {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Se non sei stato tu, rimuovi il tuo indirizzo. L’account non potrà più usarlo.',
  'Remove my address': 'Rimuovi il mio indirizzo',
  'Your address has been removed': 'Il tuo indirizzo è stato rimosso',
  'The account at {{project}} can no longer use {{email}}.': 'L’account su {{project}} non può più usare {{email}}.',
  'This link has already been used': 'Questo link è già stato usato',
  'There’s nothing left to do.': 'Non resta nulla da fare.',
  'Unsubscribe?': 'Annullare l’iscrizione?',
  'You’ll no longer get marketing emails from {{project}}.': 'Non riceverai più email promozionali da {{project}}.',
  'You’ve unsubscribed': 'Iscrizione annullata',
  'You’ve already unsubscribed': 'L’iscrizione era già annullata',
  'The link is incomplete. Copy the whole link.': 'Il link è incompleto. Copia il link per intero.',
  'Turn on JavaScript in your browser and open the link again.':
    'Attiva JavaScript nel browser e apri di nuovo il link.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Nel frattempo le passkey sono diventate il tuo secondo fattore. Quelle aggiunte verranno rimosse tra 72 ore: avviseremo tutti gli indirizzi email del tuo account e, se qualcuno accede prima con una di esse, verrà mantenuta.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'Le passkey aggiunte nel frattempo verranno rimosse il {{endsAt}}. Fino ad allora per accedere serve una passkey, oppure un codice se hai un’app di autenticazione.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'I tuoi codici di recupero non funzioneranno più. Creane di nuovi dopo, nelle impostazioni dell’account.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Il tuo account ora non ha codici di recupero. Creane di nuovi nelle impostazioni dell’account.',
  'This link no longer works': 'Questo link non funziona più',
  'It has expired. Sign in and check your account settings instead.':
    'È scaduto. Accedi e controlla invece le impostazioni del tuo account.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'È incompleto, oppure un’email più recente lo ha sostituito. Apri l’email più recente e copia il link intero.',
  'Something went wrong': 'Qualcosa è andato storto',
  'Try again in a few minutes.': 'Riprova tra qualche minuto.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Il tuo account ha un indirizzo email più vecchio di quello a cui è stato inviato questo link. Usa il link inviato a quell’indirizzo.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'Nel frattempo l’indirizzo è stato verificato. Accedi e rimuovilo nelle impostazioni dell’account.',
  owner: 'proprietario',
  admin: 'amministratore',
  developer: 'sviluppatore',
  support: 'assistenza',
  viewer: 'lettore',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Questa richiesta è scaduta o è stata avviata in un altro browser. Ricomincia dall’app da cui provieni.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'L’app da cui provieni ha inviato una richiesta che questo server non accetta ({{error}}). Segnalalo ai suoi sviluppatori.',
  'You cannot be signed in': 'Impossibile accedere',
  'Sign out of {{name}}?': 'Uscire da {{name}}?',
  'Other apps that you opened with this account may sign you out, too.':
    'Anche altre app che hai aperto con questo account potrebbero disconnetterti.',
  'Sign out': 'Esci',
  'Stay signed in': 'Resta connesso',
  'You are signed out': 'Hai eseguito la disconnessione',
  'You can close this page.': 'Puoi chiudere questa pagina.',
}

export default texts
