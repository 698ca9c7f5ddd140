import french from './fr-FR.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...french,
  'End the access of {app}? It will have to ask you again.':
    'Retirer l’accès à {app}? L’application devra vous le redemander.',
  'End the access of all apps and agents?': 'Retirer l’accès à toutes les applications et à tous les agents?',
  'Sign out of all other sessions? Apps and agents lose their access, too.':
    'Vous déconnecter de toutes les autres sessions? Les applications et les agents perdront aussi leur accès.',
  Email: 'Courriel',
  "Don't use your email address in it.": 'N’y mettez pas votre adresse courriel.',
  'Enter your email.': 'Saisissez votre adresse courriel.',
  'Enter a valid email, like name@example.com.': 'Saisissez une adresse courriel valide, comme nom@exemple.com.',
  'Wrong email or password.': 'Adresse courriel ou mot de passe incorrect.',
  'This email is already in use.': 'Cette adresse courriel est déjà utilisée.',
  "You're seeing this because the app is in development. If it looks like a bug in Latchkey, please report it.":
    'Vous voyez ce message parce que l’application est en développement. S’il s’agit d’un bogue de Latchkey, merci de le signaler.',
  "Enter your email, and we'll send you a link to choose a new one.":
    'Saisissez votre adresse courriel et nous vous enverrons un lien pour en choisir un nouveau.',
  'Open it from the email again, or request a new one.': 'Rouvrez-le depuis le courriel ou demandez-en un nouveau.',
  "We'll email you a code and a link.": 'Nous vous enverrons un code et un lien par courriel.',
  "This email isn't verified yet.": 'Cette adresse courriel n’est pas encore vérifiée.',
  'We sent an email to {email}. Enter the code here, or open the link.':
    'Nous avons envoyé un courriel à {email}. Saisissez le code ici ou ouvrez le lien.',
  'Wrong code. Check the most recent email.': 'Code incorrect. Consultez le courriel le plus récent.',
  'Use a different email': 'Utiliser une autre adresse courriel',
  "If there's an account with this email, a message is on its way. Check your spam folder too.":
    'Si un compte est associé à cette adresse courriel, vous allez recevoir un message. Pensez à vérifier vos courriels indésirables.',
  'Verify your email': 'Vérifiez votre adresse courriel',
  'This email is already in use': 'Cette adresse courriel est déjà utilisée',
  "Someone signed up with it but never verified it. If it's yours, we'll email you a way to claim the account.":
    'Quelqu’un s’est inscrit avec cette adresse sans jamais la vérifier. Si c’est la vôtre, nous vous enverrons un courriel pour récupérer le compte.',
  'Your email has been removed': 'Votre adresse courriel a été retirée',
  'Verify email': 'Vérifier l’adresse courriel',
  'Your email is verified.': 'Votre adresse courriel est vérifiée.',
  'Open it from the email again, or request a new one in your account settings.':
    'Rouvrez-le depuis le courriel ou demandez-en un nouveau dans les paramètres de votre compte.',
  'Send verification email': 'Envoyer le courriel de vérification',
  'Open the link from the email again, or ask the person who invited you for a new one.':
    'Rouvrez le lien depuis le courriel, ou demandez-en un nouveau à la personne qui vous a invité.',
  'Emails & sign-in': 'Courriels et connexion',
  'Set a password to sign in with your email.':
    'Définissez un mot de passe pour vous connecter avec votre adresse courriel.',
  'Add an email before you set a password.': 'Ajoutez une adresse courriel avant de définir un mot de passe.',
  'Verify your email before you add a passkey.': 'Vérifiez votre adresse courriel avant d’ajouter une clé d’accès.',
  'Sign in with a code or a link we email you.': 'Connectez-vous avec un code ou un lien envoyé par courriel.',
  'Verify your email before you turn this on.': 'Vérifiez votre adresse courriel avant d’activer cette option.',
  'You can sign in by email.': 'Vous pouvez vous connecter par courriel.',
  "Turn it off? You won't be able to sign in by email anymore.":
    'Désactiver ? Vous ne pourrez plus vous connecter par courriel.',
  'Use an email code': 'Utiliser un code reçu par courriel',
  'Email addresses': 'Adresses courriel',
  "It's your only sign-in email.": 'C’est votre seule adresse courriel de connexion.',
  'Add email': 'Ajouter une adresse courriel',
  "You've already added this email.": 'Vous avez déjà ajouté cette adresse courriel.',
  'Choose which emails this app may send you.': 'Choisissez les courriels que cette application peut vous envoyer.',
  'Account emails': 'Courriels liés au compte',
  'These are always sent.': 'Ces courriels sont toujours envoyés.',
  'Cookies are blocked': 'Les témoins sont bloqués',
  "Signing in needs cookies. Allow them for this site in your browser's settings, then try again.":
    'La connexion nécessite des témoins (cookies). Autorisez-les pour ce site dans les paramètres de votre navigateur, puis réessayez.',
  'Upload image': 'Téléverser une image',
  'The language of emails to you.': 'La langue des courriels qui vous sont envoyés.',
  'See your email address': 'Voir votre adresse courriel',
  'Connect {app}?': 'Connecter {app}?',
}

export default texts
