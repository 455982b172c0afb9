"""The names, places and phrases of the demo: data, in the language of the club, and in no catalogue."""

from __future__ import annotations

CLUB = "Les Cartes du vendredi"

NAMES = (
    "Ana", "Bastien", "Chloé", "Dan", "Éric", "Fanny", "Gaël", "Hélène", "Inès", "Jeanne", "Koffi", "Léa", "Marius",
    "Nour", "Océane", "Paul", "Quentin", "Rosa", "Samir", "Tess", "Ugo", "Violette", "Walid", "Xavier", "Yann", "Zoé",
    "Adèle", "Brice", "Cyril", "Dina", "Élise", "Félix", "Gwenn", "Hugo", "Iris", "Jules", "Karima", "Lou", "Malo",
    "Nadia",
)  # fmt: skip
"""The first come most often."""

VISITORS = ("Solène", "Titouan", "Wanda")

MISSPELT = ("Chloe", "Chloé")
"""A misspelt name, and the right one."""

DEVICES = ("téléphone d'Ana", "téléphone de Bastien", "tablette du club")

PLACES = (
    "Chez Ana", "Chez Bastien", "Café des Halles", "Le refuge", "Chez Mamie", "Salle des fêtes", "Au bord du lac", "",
)  # fmt: skip

OCCASIONS = (
    "Anniversaire de Léa", "Réveillon", "La belle des belles", "Premier soir des vacances", "Panne de courant",
    "Soirée crêpes", "La revanche", "Après la randonnée", "Fête de la musique", "Veillée d'armes",
)  # fmt: skip

REMARKS = (
    "Il pleuvait ; personne ne voulait rentrer.", "On a manqué de chaises.", "Le gâteau était pour le perdant.",
    "Fini à la bougie.", "Partie arrêtée deux fois par le chat.",
)  # fmt: skip

NOTES = (
    "Chapeau !", "Carte tombée sous la table, rejouée.", "On a joué avec le jeu de voyage.", "Pause café.",
    "Le chien a mangé le sept de carreau.", "Donne à montrer à tout le monde.", "Discuté longtemps, puis accepté.",
    "Deux cartes collées, vues à temps.", "Record de la soirée ?", "On change de place après celle-ci.",
)  # fmt: skip

REASONS = (
    "mal entendu", "erreur de frappe", "un pli oublié", "deux noms échangés", "recompté ensemble", "compté trop vite",
)  # fmt: skip
