import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Testar',
  Domain: 'Domínio',
  'All identity providers': 'Todos os provedores de identidade',
  Steps: 'Etapas',
  done: 'concluído',
  Name: 'Nome',
  Delete: 'Excluir',
  'Not set up yet': 'Ainda não configurado',
  Off: 'Desativado',
  'Certificate expired': 'Certificado expirado',
  'Metadata unreachable': 'Metadados inacessíveis',
  'Certificate expires {date}': 'O certificado expira em {date}',
  'Identity providers': 'Provedores de identidade',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'Os membros entram com o provedor de identidade da empresa, como Entra ID, Okta ou Google Workspace.',
  'Add identity provider': 'Adicionar provedor de identidade',
  'Last sign-in {time}': 'Último login: {time}',
  'No sign-ins yet': 'Nenhum login ainda',
  Manage: 'Gerenciar',
  "This isn't the name.": 'Este não é o nome.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'Todos que entraram com ele serão desconectados. As contas permanecem, mas não poderão mais ser acessadas assim. Isso não pode ser desfeito.',
  'First complete the set-up step.': 'Conclua primeiro a configuração.',
  'People can sign in with {name}.': 'É possível entrar com {name}.',
  'Once it is on, people can sign in with {name}.': 'Quando estiver ativado, será possível entrar com {name}.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Teste primeiro o login, para que ninguém seja levado a um provedor que não funciona.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    'Desativar? Todos que entraram com ele serão desconectados e ninguém poderá usá-lo.',
  Directory: 'Diretório',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'O provedor de identidade adiciona pessoas à equipe e as remove quando elas saem (SCIM).',
  'Create token': 'Criar token',
  'Your new token': 'Seu novo token',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Insira-o no provedor de identidade, junto com o endereço SCIM. Você não poderá vê-lo novamente.',
  "I've stored the token in a safe place.": 'Guardei o token em um lugar seguro.',
  'New token': 'Novo token',
  'Create a new token? The one you have now works for another day.':
    'Criar um novo token? O atual funciona por mais um dia.',
  'Yes, create it': 'Sim, criar',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'Excluir o diretório? O token deixará de funcionar. Os membros continuam na equipe.',
  'SCIM address': 'Endereço SCIM',
  'Active users: {count}': 'Pessoas ativas: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'O token anterior (final {lastFour}) funciona até {date}',
  'Email domains': 'Domínios de e-mail',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Quem digita um endereço de um domínio verificado na página de login é levado ao provedor de identidade.',
  'Add domain': 'Adicionar domínio',
  'Enter a domain, such as example.com.': 'Digite um domínio, como example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'Qualquer pessoa pode ter um endereço neste domínio, por isso ele não pode ser usado.',
  'Last checked {time}': 'Última verificação: {time}',
  'Added {date}': 'Adicionado em {date}',
  'Show record': 'Mostrar registro',
  'The record has to stay. We check it every week.': 'O registro precisa permanecer. Nós o verificamos toda semana.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Adicione este registro TXT onde o DNS do domínio é gerenciado.',
  Value: 'Valor',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'O registro está ausente desde {date}. Após uma semana, o domínio deixará de estar verificado.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    'Remover {domain}? Pessoas com um endereço desse domínio não serão mais levadas ao provedor de identidade.',
  'Check now': 'Verificar agora',
  Verified: 'Verificado',
  'Not verified': 'Não verificado',
  'Record missing': 'Registro ausente',
  'The record was found. The domain is verified.': 'O registro foi encontrado. O domínio está verificado.',
  'The record was not found. It can take an hour until a new record is visible.':
    'O registro não foi encontrado. Um novo registro pode levar uma hora para ficar visível.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'Os servidores de nomes do domínio não responderam. Tente novamente em um minuto.',
  'The record was found, but another team has verified this domain.':
    'O registro foi encontrado, mas outra equipe verificou este domínio.',
  'Members see it when they sign in.': 'Os membros o veem ao entrar.',
  'Identity provider': 'Provedor de identidade',
  'Another one': 'Outro',
  Protocol: 'Protocolo',
  'What most companies use.': 'O que a maioria das empresas usa.',
  'Less to set up.': 'Menos para configurar.',
  'For providers without OpenID Connect.': 'Para provedores sem OpenID Connect.',
  'Enter the whole URL, including https://.': 'Digite a URL completa, com https://.',
  'Copy this value from the identity provider.': 'Copie este valor do provedor de identidade.',
  Issuer: 'Emissor (issuer)',
  'Authorization URL': 'URL de autorização',
  'Token URL': 'URL de tokens',
  'User info URL': 'URL de informações do usuário',
  'Client ID': 'ID do cliente',
  'Client secret': 'Segredo do cliente',
  'Stored encrypted and never shown again.': 'Armazenado com criptografia e nunca mais exibido.',
  Scopes: 'Escopos',
  'Separated by spaces. Some providers need one for groups.':
    'Separados por espaços. Alguns provedores exigem um para grupos.',
  Replace: 'Substituir',
  'A secret is stored. It is never shown.': 'Há um segredo armazenado. Ele nunca é exibido.',
  'Metadata URL or XML': 'URL dos metadados ou XML',
  'Metadata is stored. Enter it again to change these settings.':
    'Há metadados armazenados. Insira-os novamente para alterar estas configurações.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Uma URL é lida novamente todos os dias, para que novos certificados sejam conhecidos a tempo.',
  'Sign-ins may start at the provider': 'Logins podem começar no provedor',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Para blocos no portal de aplicativos dele. Eles levam à página de login deste aplicativo.',
  'Save and continue': 'Salvar e continuar',
  'Stop requiring it': 'Deixar de exigir',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    'Deixar de exigir? Os membros poderiam voltar a entrar com senhas, códigos e outros provedores.',
  'Yes, stop requiring it': 'Sim, deixar de exigir',
  'Only through the provider': 'Somente pelo provedor',
  'Members sign in only with an identity provider of the team.':
    'Os membros entram somente com um provedor de identidade da equipe.',
  'Members choose how they sign in.': 'Os membros escolhem como entrar.',
  '{name} can also sign in with a password and a second factor.':
    '{name} também pode entrar com senha e segundo fator.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Antes de exigir, ative um provedor de identidade e teste o login.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Antes de exigir, estes membros precisam de um endereço verificado em um domínio verificado ou precisam ter entrado uma vez com o provedor de identidade: {names}',
  '{names} and {count} more': '{names} e mais {count}',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Quero poder entrar também com minha senha e meu segundo fator, caso o provedor falhe.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Todos que gerenciam provedores de identidade recebem um e-mail sobre cada login desse tipo.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    'Exigir? Senhas, códigos, chaves de acesso, outros provedores e chaves de API existentes deixarão de funcionar para os membros, e quem entrou de outra forma será desconectado.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Entre você primeiro com o provedor de identidade, para não perder o acesso.',
  'At the identity provider': 'No provedor de identidade',
  'From the identity provider': 'Do provedor de identidade',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Entre no provedor em uma nova aba. Você continua conectado aqui e nenhuma conta é criada.',
  'Waiting for you to sign in at {name} …': 'Aguardando você entrar em {name} …',
  'Test sign-in': 'Testar login',
  "It doesn't work yet.": 'Ainda não funciona.',
  'Account at the provider': 'Conta no provedor',
  Groups: 'Grupos',
  'Permissions in the team': 'Permissões na equipe',
  'It works. This person would have signed in:': 'Funciona. Esta pessoa teria entrado:',
  None: 'Nenhum',
  '(verified)': '(verificado)',
  "(not verified, because its domain isn't)": '(não verificado, porque o domínio não está)',
  'Not saved: {reason}': 'Não foi salvo: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Sem um diretório, as pessoas que deixam a empresa continuam conectadas e suas chaves de API funcionam até que você as remova da equipe.',
}

export default texts
