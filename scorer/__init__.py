"""Score a hand of Tianjin mahjong (天津麻将): pure, typed, standard library only."""
