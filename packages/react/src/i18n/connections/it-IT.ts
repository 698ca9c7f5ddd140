import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Prova',
  Domain: 'Dominio',
  'All identity providers': 'Tutti i provider di identità',
  Steps: 'Passaggi',
  done: 'completato',
  Name: 'Nome',
  Delete: 'Elimina',
  'Not set up yet': 'Non ancora configurato',
  Off: 'Disattivato',
  'Certificate expired': 'Certificato scaduto',
  'Metadata unreachable': 'Metadati non raggiungibili',
  'Certificate expires {date}': 'Il certificato scade il {date}',
  'Identity providers': 'Provider di identità',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'I membri accedono con il provider di identità della loro azienda, ad esempio Entra ID, Okta o Google Workspace.',
  'Add identity provider': 'Aggiungi provider di identità',
  'Last sign-in {time}': 'Ultimo accesso: {time}',
  'No sign-ins yet': 'Ancora nessun accesso',
  Manage: 'Gestisci',
  "This isn't the name.": 'Questo non è il nome.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'Chi ha effettuato l’accesso in questo modo verrà disconnesso. Gli account restano, ma non saranno più accessibili così. L’operazione non può essere annullata.',
  'First complete the set-up step.': 'Completa prima la configurazione.',
  'People can sign in with {name}.': 'È possibile accedere con {name}.',
  'Once it is on, people can sign in with {name}.': 'Una volta attivato, sarà possibile accedere con {name}.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Prova prima l’accesso, così nessuno viene inviato a un provider che non funziona.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    'Disattivarlo? Chi ha effettuato l’accesso in questo modo verrà disconnesso e nessuno potrà più usarlo.',
  Directory: 'Directory',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'Il provider di identità aggiunge le persone al team e le rimuove quando se ne vanno (SCIM).',
  'Create token': 'Crea token',
  'Your new token': 'Il tuo nuovo token',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Inseriscilo nel provider di identità, insieme all’indirizzo SCIM. Non potrai più vederlo.',
  "I've stored the token in a safe place.": 'Ho conservato il token in un luogo sicuro.',
  'New token': 'Nuovo token',
  'Create a new token? The one you have now works for another day.':
    'Creare un nuovo token? Quello attuale funziona ancora per un giorno.',
  'Yes, create it': 'Sì, crealo',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'Eliminare la directory? Il suo token smette di funzionare. I membri restano nel team.',
  'SCIM address': 'Indirizzo SCIM',
  'Active users: {count}': 'Persone attive: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'Il token precedente (termina con {lastFour}) funziona fino al {date}',
  'Email domains': 'Domini email',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Chi inserisce un indirizzo di un dominio verificato nella pagina di accesso viene inviato al provider di identità.',
  'Add domain': 'Aggiungi dominio',
  'Enter a domain, such as example.com.': 'Inserisci un dominio, ad esempio example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'Chiunque può ottenere un indirizzo di questo dominio, quindi non può essere usato.',
  'Last checked {time}': 'Ultimo controllo: {time}',
  'Added {date}': 'Aggiunto il {date}',
  'Show record': 'Mostra record',
  'The record has to stay. We check it every week.': 'Il record deve restare. Lo controlliamo ogni settimana.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Aggiungi questo record TXT dove viene gestito il DNS del dominio.',
  Value: 'Valore',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'Il record manca dal {date}. Dopo una settimana il dominio non sarà più verificato.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    'Rimuovere {domain}? Chi ha un indirizzo di questo dominio non verrà più inviato al provider di identità.',
  'Check now': 'Controlla ora',
  Verified: 'Verificato',
  'Not verified': 'Non verificato',
  'Record missing': 'Record mancante',
  'The record was found. The domain is verified.': 'Il record è stato trovato. Il dominio è verificato.',
  'The record was not found. It can take an hour until a new record is visible.':
    'Il record non è stato trovato. Un nuovo record può impiegare un’ora per essere visibile.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'I server dei nomi del dominio non hanno risposto. Riprova tra un minuto.',
  'The record was found, but another team has verified this domain.':
    'Il record è stato trovato, ma un altro team ha verificato questo dominio.',
  'Members see it when they sign in.': 'I membri lo vedono quando accedono.',
  'Identity provider': 'Provider di identità',
  'Another one': 'Un altro',
  Protocol: 'Protocollo',
  'What most companies use.': 'Quello che usano quasi tutte le aziende.',
  'Less to set up.': 'Meno da configurare.',
  'For providers without OpenID Connect.': 'Per i provider senza OpenID Connect.',
  'Enter the whole URL, including https://.': 'Inserisci l’URL completo, incluso https://.',
  'Copy this value from the identity provider.': 'Copia questo valore dal provider di identità.',
  Issuer: 'Emittente (issuer)',
  'Authorization URL': 'URL di autorizzazione',
  'Token URL': 'URL dei token',
  'User info URL': 'URL delle informazioni utente',
  'Client ID': 'ID client',
  'Client secret': 'Segreto client',
  'Stored encrypted and never shown again.': 'Salvato in forma cifrata e mai più mostrato.',
  Scopes: 'Scope',
  'Separated by spaces. Some providers need one for groups.':
    'Separati da spazi. Alcuni provider ne richiedono uno per i gruppi.',
  Replace: 'Sostituisci',
  'A secret is stored. It is never shown.': 'È salvato un segreto. Non viene mai mostrato.',
  'Metadata URL or XML': 'URL dei metadati o XML',
  'Metadata is stored. Enter it again to change these settings.':
    'I metadati sono salvati. Inseriscili di nuovo per modificare queste impostazioni.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Un URL viene riletto ogni giorno, così i nuovi certificati sono noti in tempo.',
  'Sign-ins may start at the provider': 'Gli accessi possono iniziare dal provider',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Per i riquadri nel suo portale delle app. Portano alla pagina di accesso di questa app.',
  'Save and continue': 'Salva e continua',
  'Stop requiring it': 'Non richiederlo più',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    'Non richiederlo più? I membri potrebbero di nuovo accedere con password, codici e altri provider.',
  'Yes, stop requiring it': 'Sì, non richiederlo più',
  'Only through the provider': 'Solo tramite il provider',
  'Members sign in only with an identity provider of the team.':
    'I membri accedono solo con un provider di identità del team.',
  'Members choose how they sign in.': 'I membri scelgono come accedere.',
  '{name} can also sign in with a password and a second factor.':
    '{name} può accedere anche con password e secondo fattore.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Prima di poterlo richiedere, attiva un provider di identità e prova l’accesso.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Prima di poterlo richiedere, questi membri devono avere un indirizzo verificato di un dominio verificato o aver effettuato una volta l’accesso con il provider di identità: {names}',
  '{names} and {count} more': '{names} e altri {count}',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Voglio poter accedere anche con la mia password e il secondo fattore, nel caso in cui il provider non funzioni.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Tutte le persone che gestiscono i provider di identità ricevono un’email per ogni accesso di questo tipo.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    'Richiederlo? Password, codici, passkey, altri provider e chiavi API esistenti non funzioneranno più per i membri e chi ha effettuato l’accesso in altro modo verrà disconnesso.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Accedi prima tu con il provider di identità, per non restare escluso.',
  'At the identity provider': 'Nel provider di identità',
  'From the identity provider': 'Dal provider di identità',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Accedi al provider in una nuova scheda. Qui resti connesso e non viene creato alcun account.',
  'Waiting for you to sign in at {name} …': 'In attesa del tuo accesso a {name} …',
  'Test sign-in': 'Prova l’accesso',
  "It doesn't work yet.": 'Non funziona ancora.',
  'Account at the provider': 'Account presso il provider',
  Groups: 'Gruppi',
  'Permissions in the team': 'Autorizzazioni nel team',
  'It works. This person would have signed in:': 'Funziona. Questa persona avrebbe effettuato l’accesso:',
  None: 'Nessuno',
  '(verified)': '(verificato)',
  "(not verified, because its domain isn't)": '(non verificato, perché il suo dominio non lo è)',
  'Not saved: {reason}': 'Non salvato: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Senza una directory, chi lascia l’azienda resta connesso e le sue chiavi API funzionano finché non lo rimuovi dal team.',
}

export default texts
