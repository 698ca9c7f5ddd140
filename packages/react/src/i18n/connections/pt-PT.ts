import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Testar',
  Domain: 'Domínio',
  'All identity providers': 'Todos os fornecedores de identidade',
  Steps: 'Passos',
  done: 'concluído',
  Name: 'Nome',
  Delete: 'Eliminar',
  'Not set up yet': 'Ainda não configurado',
  Off: 'Desativado',
  'Certificate expired': 'Certificado expirado',
  'Metadata unreachable': 'Metadados inacessíveis',
  'Certificate expires {date}': 'O certificado expira a {date}',
  'Identity providers': 'Fornecedores de identidade',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'Os membros iniciam sessão com o fornecedor de identidade da empresa, como o Entra ID, o Okta ou o Google Workspace.',
  'Add identity provider': 'Adicionar fornecedor de identidade',
  'Last sign-in {time}': 'Último início de sessão: {time}',
  'No sign-ins yet': 'Ainda sem inícios de sessão',
  Manage: 'Gerir',
  "This isn't the name.": 'Este não é o nome.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'A sessão de todos os que o usaram será terminada. As contas mantêm-se, mas deixam de ser acessíveis desta forma. Esta ação não pode ser anulada.',
  'First complete the set-up step.': 'Conclua primeiro a configuração.',
  'People can sign in with {name}.': 'É possível iniciar sessão com {name}.',
  'Once it is on, people can sign in with {name}.': 'Quando estiver ativado, será possível iniciar sessão com {name}.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Teste primeiro o início de sessão, para que ninguém seja encaminhado para um fornecedor que não funciona.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    'Desativar? A sessão de todos os que o usaram será terminada e ninguém o poderá usar.',
  Directory: 'Diretório',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'O fornecedor de identidade adiciona pessoas à equipa e remove-as quando saem (SCIM).',
  'Create token': 'Criar token',
  'Your new token': 'O seu novo token',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Introduza-o no fornecedor de identidade, juntamente com o endereço SCIM. Não poderá voltar a vê-lo.',
  "I've stored the token in a safe place.": 'Guardei o token num local seguro.',
  'New token': 'Novo token',
  'Create a new token? The one you have now works for another day.':
    'Criar um novo token? O atual funciona por mais um dia.',
  'Yes, create it': 'Sim, criar',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'Eliminar o diretório? O token deixa de funcionar. Os membros continuam na equipa.',
  'SCIM address': 'Endereço SCIM',
  'Active users: {count}': 'Pessoas ativas: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'O token anterior (termina em {lastFour}) funciona até {date}',
  'Email domains': 'Domínios de e-mail',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Quem introduz um endereço de um domínio verificado na página de início de sessão é encaminhado para o fornecedor de identidade.',
  'Add domain': 'Adicionar domínio',
  'Enter a domain, such as example.com.': 'Introduza um domínio, como example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'Qualquer pessoa pode obter um endereço deste domínio, por isso não pode ser usado.',
  'Last checked {time}': 'Última verificação: {time}',
  'Added {date}': 'Adicionado a {date}',
  'Show record': 'Mostrar registo',
  'The record has to stay. We check it every week.': 'O registo tem de se manter. Verificamo-lo todas as semanas.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Adicione este registo TXT onde o DNS do domínio é gerido.',
  Value: 'Valor',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'O registo está em falta desde {date}. Ao fim de uma semana, o domínio deixa de estar verificado.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    'Remover {domain}? As pessoas com um endereço deste domínio deixam de ser encaminhadas para o fornecedor de identidade.',
  'Check now': 'Verificar agora',
  Verified: 'Verificado',
  'Not verified': 'Não verificado',
  'Record missing': 'Registo em falta',
  'The record was found. The domain is verified.': 'O registo foi encontrado. O domínio está verificado.',
  'The record was not found. It can take an hour until a new record is visible.':
    'O registo não foi encontrado. Um novo registo pode demorar uma hora a ficar visível.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'Os servidores de nomes do domínio não responderam. Tente novamente dentro de um minuto.',
  'The record was found, but another team has verified this domain.':
    'O registo foi encontrado, mas outra equipa verificou este domínio.',
  'Members see it when they sign in.': 'Os membros veem-no ao iniciar sessão.',
  'Identity provider': 'Fornecedor de identidade',
  'Another one': 'Outro',
  Protocol: 'Protocolo',
  'What most companies use.': 'O que a maioria das empresas usa.',
  'Less to set up.': 'Menos para configurar.',
  'For providers without OpenID Connect.': 'Para fornecedores sem OpenID Connect.',
  'Enter the whole URL, including https://.': 'Introduza o URL completo, incluindo https://.',
  'Copy this value from the identity provider.': 'Copie este valor do fornecedor de identidade.',
  Issuer: 'Emissor (issuer)',
  'Authorization URL': 'URL de autorização',
  'Token URL': 'URL de tokens',
  'User info URL': 'URL de informações do utilizador',
  'Client ID': 'ID de cliente',
  'Client secret': 'Segredo de cliente',
  'Stored encrypted and never shown again.': 'Guardado de forma cifrada e nunca mais mostrado.',
  Scopes: 'Âmbitos (scopes)',
  'Separated by spaces. Some providers need one for groups.':
    'Separados por espaços. Alguns fornecedores exigem um para grupos.',
  Replace: 'Substituir',
  'A secret is stored. It is never shown.': 'Há um segredo guardado. Nunca é mostrado.',
  'Metadata URL or XML': 'URL dos metadados ou XML',
  'Metadata is stored. Enter it again to change these settings.':
    'Há metadados guardados. Introduza-os novamente para alterar estas definições.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Um URL é lido novamente todos os dias, para que os novos certificados sejam conhecidos a tempo.',
  'Sign-ins may start at the provider': 'Os inícios de sessão podem começar no fornecedor',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Para os mosaicos no portal de aplicações dele. Levam à página de início de sessão desta aplicação.',
  'Save and continue': 'Guardar e continuar',
  'Stop requiring it': 'Deixar de exigir',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    'Deixar de exigir? Os membros poderiam voltar a iniciar sessão com palavras-passe, códigos e outros fornecedores.',
  'Yes, stop requiring it': 'Sim, deixar de exigir',
  'Only through the provider': 'Só através do fornecedor',
  'Members sign in only with an identity provider of the team.':
    'Os membros só iniciam sessão com um fornecedor de identidade da equipa.',
  'Members choose how they sign in.': 'Os membros escolhem como iniciar sessão.',
  '{name} can also sign in with a password and a second factor.':
    '{name} também pode iniciar sessão com palavra-passe e segundo fator.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Antes de poder exigi-lo, ative um fornecedor de identidade e teste o início de sessão.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Antes de poder exigi-lo, estes membros precisam de um endereço verificado de um domínio verificado ou de ter iniciado sessão uma vez com o fornecedor de identidade: {names}',
  '{names} and {count} more': '{names} e mais {count}',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Quero poder iniciar sessão também com a minha palavra-passe e o meu segundo fator, caso o fornecedor falhe.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Todas as pessoas que gerem fornecedores de identidade recebem um e-mail por cada início de sessão deste tipo.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    'Exigir? As palavras-passe, os códigos, as chaves de acesso, outros fornecedores e as chaves de API existentes deixam de funcionar para os membros, e a sessão de quem entrou de outra forma é terminada.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Inicie primeiro sessão com o fornecedor de identidade, para não ficar sem acesso.',
  'At the identity provider': 'No fornecedor de identidade',
  'From the identity provider': 'Do fornecedor de identidade',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Inicie sessão no fornecedor num novo separador. Aqui a sua sessão mantém-se e não é criada nenhuma conta.',
  'Waiting for you to sign in at {name} …': 'A aguardar que inicie sessão em {name} …',
  'Test sign-in': 'Testar início de sessão',
  "It doesn't work yet.": 'Ainda não funciona.',
  'Account at the provider': 'Conta no fornecedor',
  Groups: 'Grupos',
  'Permissions in the team': 'Permissões na equipa',
  'It works. This person would have signed in:': 'Funciona. Esta pessoa teria iniciado sessão:',
  None: 'Nenhum',
  '(verified)': '(verificado)',
  "(not verified, because its domain isn't)": '(não verificado, porque o domínio não o está)',
  'Not saved: {reason}': 'Não foi guardado: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Sem um diretório, as pessoas que deixam a empresa mantêm a sessão iniciada e as suas chaves de API funcionam até as remover da equipa.',
}

export default texts
