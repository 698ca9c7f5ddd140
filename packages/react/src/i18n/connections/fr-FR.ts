import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Tester',
  Domain: 'Domaine',
  'All identity providers': 'Tous les fournisseurs d’identité',
  Steps: 'Étapes',
  done: 'terminé',
  Name: 'Nom',
  Delete: 'Supprimer',
  'Not set up yet': 'Pas encore configuré',
  Off: 'Désactivé',
  'Certificate expired': 'Certificat expiré',
  'Metadata unreachable': 'Métadonnées inaccessibles',
  'Certificate expires {date}': 'Le certificat expire le {date}',
  'Identity providers': 'Fournisseurs d’identité',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'Les membres se connectent avec le fournisseur d’identité de leur entreprise, comme Entra ID, Okta ou Google Workspace.',
  'Add identity provider': 'Ajouter un fournisseur d’identité',
  'Last sign-in {time}': 'Dernière connexion : {time}',
  'No sign-ins yet': 'Aucune connexion pour le moment',
  Manage: 'Gérer',
  "This isn't the name.": 'Ce n’est pas le bon nom.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'Toutes les personnes connectées par ce moyen seront déconnectées. Leurs comptes restent, mais ne sont plus accessibles ainsi. Cette action est irréversible.',
  'First complete the set-up step.': 'Terminez d’abord la configuration.',
  'People can sign in with {name}.': 'La connexion avec {name} est possible.',
  'Once it is on, people can sign in with {name}.': 'Une fois activé, la connexion avec {name} sera possible.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Testez d’abord la connexion, pour que personne ne soit dirigé vers un fournisseur qui ne fonctionne pas.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    'Désactiver ? Toutes les personnes connectées par ce moyen seront déconnectées et plus personne ne pourra l’utiliser.',
  Directory: 'Annuaire',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'Le fournisseur d’identité ajoute des personnes à l’équipe et les retire quand elles partent (SCIM).',
  'Create token': 'Créer un jeton',
  'Your new token': 'Votre nouveau jeton',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Saisissez-le chez le fournisseur d’identité, avec l’adresse SCIM. Vous ne pourrez plus le revoir.',
  "I've stored the token in a safe place.": 'J’ai conservé le jeton en lieu sûr.',
  'New token': 'Nouveau jeton',
  'Create a new token? The one you have now works for another day.':
    'Créer un nouveau jeton ? L’actuel fonctionne encore un jour.',
  'Yes, create it': 'Oui, le créer',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'Supprimer l’annuaire ? Son jeton cessera de fonctionner. Les membres restent dans l’équipe.',
  'SCIM address': 'Adresse SCIM',
  'Active users: {count}': 'Personnes actives : {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'L’ancien jeton (se terminant par {lastFour}) fonctionne jusqu’au {date}',
  'Email domains': 'Domaines de messagerie',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Les personnes qui saisissent une adresse d’un domaine vérifié sur la page de connexion sont dirigées vers le fournisseur d’identité.',
  'Add domain': 'Ajouter un domaine',
  'Enter a domain, such as example.com.': 'Saisissez un domaine, par exemple example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'N’importe qui peut obtenir une adresse de ce domaine : il ne peut donc pas être utilisé.',
  'Last checked {time}': 'Dernière vérification : {time}',
  'Added {date}': 'Ajouté le {date}',
  'Show record': 'Afficher l’enregistrement',
  'The record has to stay. We check it every week.':
    'L’enregistrement doit rester en place. Nous le vérifions chaque semaine.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Ajoutez cet enregistrement TXT là où le DNS du domaine est géré.',
  Value: 'Valeur',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'L’enregistrement est absent depuis le {date}. Au bout d’une semaine, le domaine ne sera plus vérifié.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    'Retirer {domain} ? Les personnes ayant une adresse de ce domaine ne seront plus dirigées vers le fournisseur d’identité.',
  'Check now': 'Vérifier maintenant',
  Verified: 'Vérifié',
  'Not verified': 'Non vérifié',
  'Record missing': 'Enregistrement absent',
  'The record was found. The domain is verified.': 'L’enregistrement a été trouvé. Le domaine est vérifié.',
  'The record was not found. It can take an hour until a new record is visible.':
    'L’enregistrement n’a pas été trouvé. Un nouvel enregistrement peut mettre une heure à être visible.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'Les serveurs de noms du domaine n’ont pas répondu. Réessayez dans une minute.',
  'The record was found, but another team has verified this domain.':
    'L’enregistrement a été trouvé, mais une autre équipe a vérifié ce domaine.',
  'Members see it when they sign in.': 'Les membres le voient lorsqu’ils se connectent.',
  'Identity provider': 'Fournisseur d’identité',
  'Another one': 'Un autre',
  Protocol: 'Protocole',
  'What most companies use.': 'Ce que la plupart des entreprises utilisent.',
  'Less to set up.': 'Moins de choses à configurer.',
  'For providers without OpenID Connect.': 'Pour les fournisseurs sans OpenID Connect.',
  'Enter the whole URL, including https://.': 'Saisissez l’URL complète, avec https://.',
  'Copy this value from the identity provider.': 'Copiez cette valeur depuis le fournisseur d’identité.',
  Issuer: 'Émetteur (issuer)',
  'Authorization URL': 'URL d’autorisation',
  'Token URL': 'URL des jetons',
  'User info URL': 'URL des informations utilisateur',
  'Client ID': 'ID client',
  'Client secret': 'Secret client',
  'Stored encrypted and never shown again.': 'Stocké chiffré et plus jamais affiché.',
  Scopes: 'Scopes',
  'Separated by spaces. Some providers need one for groups.':
    'Séparés par des espaces. Certains fournisseurs en exigent un pour les groupes.',
  Replace: 'Remplacer',
  'A secret is stored. It is never shown.': 'Un secret est enregistré. Il n’est jamais affiché.',
  'Metadata URL or XML': 'URL des métadonnées ou XML',
  'Metadata is stored. Enter it again to change these settings.':
    'Des métadonnées sont enregistrées. Saisissez-les à nouveau pour modifier ces réglages.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Une URL est relue chaque jour, afin que les nouveaux certificats soient connus à temps.',
  'Sign-ins may start at the provider': 'Les connexions peuvent commencer chez le fournisseur',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Pour les tuiles de son lanceur d’applications. Elles mènent à la page de connexion de cette application.',
  'Save and continue': 'Enregistrer et continuer',
  'Stop requiring it': 'Ne plus l’exiger',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    'Ne plus l’exiger ? Les membres pourraient de nouveau se connecter avec des mots de passe, des codes et d’autres fournisseurs.',
  'Yes, stop requiring it': 'Oui, ne plus l’exiger',
  'Only through the provider': 'Uniquement par le fournisseur',
  'Members sign in only with an identity provider of the team.':
    'Les membres se connectent uniquement avec un fournisseur d’identité de l’équipe.',
  'Members choose how they sign in.': 'Les membres choisissent comment se connecter.',
  '{name} can also sign in with a password and a second factor.':
    '{name} peut aussi se connecter avec un mot de passe et un second facteur.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Avant de pouvoir l’exiger, activez un fournisseur d’identité et testez la connexion.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Avant de pouvoir l’exiger, ces membres doivent avoir une adresse vérifiée d’un domaine vérifié, ou s’être connectés une fois avec le fournisseur d’identité : {names}',
  '{names} and {count} more': '{names} et {count} autres',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Je souhaite pouvoir aussi me connecter avec mon mot de passe et mon second facteur, au cas où le fournisseur serait indisponible.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Toutes les personnes qui gèrent les fournisseurs d’identité reçoivent un e-mail à chaque connexion de ce type.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    'L’exiger ? Les mots de passe, codes, clés d’accès, autres fournisseurs et clés API existantes ne fonctionneront plus pour les membres, et les personnes connectées autrement seront déconnectées.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Connectez-vous d’abord vous-même avec le fournisseur d’identité, pour ne pas vous bloquer l’accès.',
  'At the identity provider': 'Chez le fournisseur d’identité',
  'From the identity provider': 'Depuis le fournisseur d’identité',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Connectez-vous chez le fournisseur dans un nouvel onglet. Vous restez connecté ici et aucun compte n’est créé.',
  'Waiting for you to sign in at {name} …': 'En attente de votre connexion chez {name} …',
  'Test sign-in': 'Tester la connexion',
  "It doesn't work yet.": 'Cela ne fonctionne pas encore.',
  'Account at the provider': 'Compte chez le fournisseur',
  Groups: 'Groupes',
  'Permissions in the team': 'Autorisations dans l’équipe',
  'It works. This person would have signed in:': 'Cela fonctionne. Cette personne se serait connectée :',
  None: 'Aucun',
  '(verified)': '(vérifiée)',
  "(not verified, because its domain isn't)": '(non vérifiée, car son domaine ne l’est pas)',
  'Not saved: {reason}': 'Non enregistré : {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Sans annuaire, les personnes qui quittent l’entreprise restent connectées et leurs clés API fonctionnent jusqu’à ce que vous les retiriez de l’équipe.',
}

export default texts
