// What the shell says, in the language of the browser: French, or else English.
export const FRENCH = /^fr\b/i.test(
  navigator.languages?.find((language) => /^(fr|en)\b/i.test(language)) || "en",
);

const SENTENCES = {
  name: ["L'Arbitre", "The Referee"],
  loading: [
    "Premier chargement : {done} sur {all} Mo. Ensuite, il n'y aura plus besoin de réseau.",
    "First load: {done} of {all} MB. After that no network is needed.",
  ],
  preparing: ["L'arbitre se prépare…", "The referee is getting ready…"],
  again: ["Réessayer", "Try again"],
  insecure: [
    "Cette adresse commence par http, et un navigateur n'installe rien de là. Ouvrez-la en https ; si c'est vous qui tenez le" +
      " serveur, donnez-lui un certificat.",
    "This address begins with http, and a browser installs nothing from there. Open it with https; if the server is yours, give it a certificate.",
  ],
  old: [
    "Ce navigateur est trop ancien pour faire tourner l'arbitre : mettez-le à jour, ou ouvrez cette adresse dans un autre.",
    "This browser is too old to run the referee: update it, or open this address in another one.",
  ],
  private: [
    "Ce navigateur ne permet pas de garder l'arbitre ici, comme en navigation privée : ouvrez cette adresse dans une fenêtre ordinaire, ou" +
      " permettez à ce site de garder ses données.",
    "This browser does not let the referee be kept here, as in a private window: open this address in an ordinary window, or allow this site to keep" +
      " its data.",
  ],
  room: [
    "Il n'y a plus assez de place sur ce téléphone : libérez environ 50 Mo, puis réessayez.",
    "There is not enough room left on this phone: free about 50 MB, then try again.",
  ],
  network: [
    "Le premier chargement a besoin du réseau, et il ne répond pas. Ce qui est déjà arrivé est gardé : réessayez quand il sera là.",
    "The first load needs the network, which does not answer. What has come already is kept: try again when it is there.",
  ],
  changing: [
    "Une nouvelle version est en train d'être mise en ligne : réessayez dans une minute.",
    "A new version is being put online: try again in a minute.",
  ],
  damaged: [
    "À cette adresse, l'arbitre n'est pas entier : {file} {why}. Prévenez qui la tient : tout le dossier est à remettre en ligne.",
    "At this address the referee is not whole: {file} {why}. Tell whoever runs it: the whole folder must be put online again.",
  ],
  missing: ["manque (réponse {status})", "is missing (answer {status})"],
  other_size: [
    "est un autre fichier ({came} octets au lieu de {size})",
    "is another file ({came} bytes instead of {size})",
  ],
  changed: ["a été changé depuis qu'on l'a fabriqué", "has been changed since it was made"],
  not_a_list: ["n'est pas la liste des fichiers", "is not the list of the files"],
  certificate: [
    "Ce téléphone ne connaît pas le certificat de cette adresse, même si vous avez laissé passer la page : un navigateur n'installe rien de" +
      " là. Donnez au serveur un certificat reconnu, ou installez celui de son autorité sur le téléphone.",
    "This phone does not know the certificate of this address, even if you let the page pass: a browser installs nothing from there. Give the" +
      " server a recognised certificate, or install that of its authority on the phone.",
  ],
  erased: [
    "Les parties gardées par ce navigateur viennent d'être effacées. Tant que cette page reste ouverte, elles sont encore là :" +
      " « Restaurer » les garde de nouveau.",
    "The matches kept by this browser have just been erased. As long as this page stays open they are still there: “Restore” keeps them again.",
  ],
  restore: ["Restaurer", "Restore"],
  afresh: ["Laisser effacé", "Leave them erased"],
  failed: [
    "L'arbitre n'a pas pu démarrer. Vos parties sont gardées : fermez les autres onglets, puis réessayez.",
    "The referee could not start. Your matches are kept: close the other tabs, then try again.",
  ],
  broken: [
    "Quelque chose n'a pas marché, et rien n'a changé : revenez en arrière, puis réessayez.",
    "Something went wrong, and nothing has changed: go back, then try again.",
  ],
  died: [
    "L'arbitre s'est arrêté deux fois. Rien de ce qui est noté n'est perdu : touchez « Réessayer » pour le relancer.",
    "The referee has stopped twice. Nothing recorded is lost: touch “Try again” to start it again.",
  ],
  home: ["Accueil", "Home"],
};

// French signs of two parts stand close to their word.
export const say = (name, values = {}) =>
  SENTENCES[name][FRENCH ? 0 : 1]
    .replace(/\{(\w+)\}/g, (_, value) => values[value])
    .replace(/ ([:;!?])/g, "\u202f$1")
    .replace(/'/g, "’");
