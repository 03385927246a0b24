/**
 * Words that are common in passwords, collected for this program: prompts ("password"), greetings, roles, seasons,
 * months, days, animals, games, sports, names, places in common languages, and terms of this trade. Not taken from a
 * published list. Add a word when it is found in a password.
 */
const TEXT = `
password passwort passw pass passwd passphrase motdepasse contrasena contrasenya senha parola haslo wachtwoord losenord adgangskode
secret geheim secreto secure security login logon signin letmein openup access entry enter master admin administrator root
superuser user username guest test tester testing demo default changeme change newpass temp temporary example sample system
server service support helpdesk office company business staff team manager director boss owner public private account
welcome welcom hello hallo hola bonjour ciao salut willkommen bienvenue servus iloveyou loveyou love lovely lover forever
friend friends family mother father daddy mommy mama papa baby babygirl honey sweet angel princess prince queen king
sunshine sunny summer sommer winter autumn herbst spring fruhling fruehling frühling season january february march april may
june july august september october november december januar februar marz maerz juni juli oktober dezember monday tuesday
wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag today tomorrow
monkey dragon tiger lion eagle falcon panther wolf bear horse pony puppy kitty kitten cat dog hund katze bunny rabbit
dolphin shark turtle butterfly spider scorpion phoenix buster charlie bella molly rocky lucky tinkerbell pepper ginger
cookie chocolate cheese banana apple orange cherry strawberry peanut coffee pizza whiskey summertime flower rose rainbow
diamond silver golden gold purple yellow green blue black white red star stars starwars superman batman spiderman pokemon
pikachu naruto matrix gandalf hobbit merlin wizard magic ninja samurai warrior hunter ranger killer shadow ghost demon devil
football fussball soccer baseball basketball hockey tennis golf cricket rugby liverpool arsenal chelsea barcelona
madrid juventus bayern dortmund manchester united yankees cowboys lakers steelers michael jordan jennifer jessica ashley
amanda michelle nicole daniel david robert thomas andrew matthew joshua anthony william richard george james john peter paul
mark martin alex alexander andrea anna maria marie sarah laura julia sophie emma hannah thorsten stefan christian
computer internet laptop keyboard windows linux google facebook microsoft samsung iphone android oracle cisco network
database website wireless mobile mustang ferrari porsche mercedes corvette harley yamaha honda toyota camaro london
paris berlin munich vienna wien zurich rome roma milan tokyo newyork chicago boston dallas texas florida california america
american canada england scotland ireland germany deutschland france italy italia spain espana europe australia brasil brazil
mexico poland polska russia india china japan freedom peace power trustno trustnoone whatever nothing
something jesus christ heaven blessed faith hope grace money cash dollar million lottery player gamer gaming music guitar
rock metal punk hiphop dance party holiday vacation beach ocean mountain river forest fire water earth wind thunder storm
precount inventory inventur stock stocktake warehouse store storage shelf count counter counting barcode scanner retail shop
market supermarket
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(TEXT.split(/\s+/).filter((word) => word !== ""));
